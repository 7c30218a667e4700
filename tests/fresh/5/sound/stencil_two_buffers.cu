// fpcheck: heat <<<1, 128>>> u0=uniform(0,1):128 u=empty:128 r=0.25 steps=8
// expect: ok
__global__ void heat(const float *u0, float *u, float r, int steps)
{
    __shared__ float s[2][130];
    int t = threadIdx.x;
    s[0][t + 1] = u0[t];
    if (t < 2) {
        s[t][0] = 0.0f;
        s[t][129] = 0.0f;
    }
    __syncthreads();
    int now = 0;
    for (int k = 0; k < steps; k++) {
        const float *c = s[now];
        s[now ^ 1][t + 1] = (1.0f - 2.0f * r) * c[t + 1] + r * (c[t] + c[t + 2]);
        now ^= 1;
        __syncthreads();
    }
    u[t] = s[now][t + 1];
}
