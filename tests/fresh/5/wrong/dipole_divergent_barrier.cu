// fpcheck: dipole <<<1, 128>>> q=uniform(1,2):100 x=uniform(0,1):100 moment=empty:1 n=100
// expect: error barrier at line 10: the barriers are inside a branch that threads 100 and up do not take
__global__ void dipole(const float *q, const float *x, float *moment, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = 0.0f;
    if (t < n) {
        part[t] = q[t] * x[t];
        __syncthreads();
        for (int half = 64; half > 0; half >>= 1) {
            if (t < half)
                part[t] += part[t + half];
            __syncthreads();
        }
    }
    if (t == 0)
        *moment = part[0];
}
