// fpcheck: running_total <<<1, 96>>> x=uniform(0,1):90 y=empty:90 n=90
// expect: ok
// why: only one barrier a step: the buffers alternate, so what is read is not written before the next barrier
// figure: computed error about 2e-7 relative (7 levels of additions of positive numbers), within rounding
// Inclusive running total of rainfall over up to 96 hours, Hillis and Steele with two buffers.
#define THREADS 96

__device__ float block_scan(float v)
{
    __shared__ float buffer[2][THREADS];
    const int t = threadIdx.x;
    int from = 0;
    buffer[0][t] = v;
    __syncthreads();
    for (int offset = 1; offset < THREADS; offset *= 2) {
        float s = buffer[from][t];
        if (t >= offset)
            s += buffer[from][t - offset];
        buffer[from ^ 1][t] = s;
        from ^= 1;
        __syncthreads();
    }
    return buffer[from][t];
}

__global__ void running_total(const float *x, float *y, int n)
{
    const int t = threadIdx.x;
    const float s = block_scan(t < n ? x[t] : 0.0f);
    if (t < n)
        y[t] = s;
}
