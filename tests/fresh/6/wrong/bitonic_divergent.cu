// fpcheck: bitonic_divergent <<<1, 64>>> x=uniform(0,1):64 out=empty:64
// expect: error barrier at line 20: only the lower partner of each pair reaches this __syncthreads
// Bitonic sort of 64 floats in shared memory, ascending.
__global__ void bitonic_divergent(const float* x, float* out)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int p = t ^ j;
            if (p > t) {
                float a = s[t], b = s[p];
                bool up = (t & k) == 0;
                if ((a > b) == up) {
                    s[t] = b;
                    s[p] = a;
                }
                __syncthreads();
            }
        }
    out[t] = s[t];
}
