// fpcheck: heat <<<1, 128>>> u=uniform(0,1):128 out=empty:128 r=0.2 steps=8
// expect: ok
// Explicit heat equation on a ring with two buffers, one barrier a step.
__global__ void heat(const float* u, float* out, float r, int steps) {
    __shared__ float s[2][128];
    int t = threadIdx.x;
    int left = (t + 127) & 127, right = (t + 1) & 127;
    s[0][t] = u[t];
    __syncthreads();
    int now = 0;
    for (int k = 0; k < steps; ++k) {
        const float* a = s[now];
        s[now ^ 1][t] = a[t] + r * (a[left] - 2.0f * a[t] + a[right]);
        now ^= 1;
        __syncthreads();
    }
    out[t] = s[now][t];
}
