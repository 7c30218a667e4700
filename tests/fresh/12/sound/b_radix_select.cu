// fpcheck: percentile <<<3, 128>>> latency=uniform(0.1,80):3x400 value=empty:3 n=400 k=379
// expect: ok
// why: the k-th smallest by its bits, a byte at a time; positive floats sort as integers, so that the answer is one of the inputs, bit for bit.
// figure: exact, error 0
__global__ void percentile(const float *__restrict__ latency, float *__restrict__ value, int n, int k)
{
    __shared__ int count[256];
    __shared__ unsigned prefix;
    __shared__ int wanted;
    const float *row = latency + blockIdx.x * n;
    const int t = threadIdx.x;
    if (t == 0) {
        prefix = 0;
        wanted = k;
    }
    unsigned mask = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        count[t] = count[t + 128] = 0;
        __syncthreads();
        const unsigned want = prefix;
        for (int i = t; i < n; i += 128) {
            const unsigned u = __float_as_uint(row[i]);
            if ((u & mask) == want)
                atomicAdd(&count[(u >> shift) & 255u], 1);
        }
        __syncthreads();
        if (t == 0) {
            int d = 0, left = wanted;
            while (left >= count[d])
                left -= count[d++];
            wanted = left;
            prefix |= (unsigned)d << shift;
        }
        mask |= 255u << shift;
        __syncthreads();
    }
    if (t == 0)
        value[blockIdx.x] = __uint_as_float(prefix);
}
