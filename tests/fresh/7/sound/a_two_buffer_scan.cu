// fpcheck: cumulative<<<1, 128>>> p=uniform(0,1):100 cdf=empty:100 n=100
// expect: ok
// why: one barrier a step only, and reads and writes of neighbours in the same phase; but a step reads one buffer and writes the other
// figure: computed cdf[99] against MPFR: relative error below 2e-7 (7 additions deep), allowed 1.9e-6
// Cumulative probabilities: Hillis-Steele scan with two buffers, then normalised by the total.
constexpr int BLOCK = 128;

__global__ void cumulative(const float *p, float *cdf, int n)
{
    __shared__ float buffer[2][BLOCK];
    int t = threadIdx.x;
    int from = 0;
    buffer[0][t] = t < n ? p[t] : 0.0f;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        float v = buffer[from][t];
        if (t >= d)
            v += buffer[from][t - d];
        buffer[from ^ 1][t] = v;
        from ^= 1;
        __syncthreads();
    }
    if (t < n)
        cdf[t] = buffer[from][t] / buffer[from][BLOCK - 1];
}
