// fpcheck: expand <<<1, 64>>> length=[3,1,0,5,2,7,1,4] value=[0.5,-1,9,2.25,3,-0.125,8,1] out=empty:23 runs=8 n=23
// expect: ok
// why: a scan in shared memory without a barrier between its read and write looks like a race; it goes back and forth between two buffers, and empty runs are passed over by the search
// figure: computed out[4] = 2.25 (the empty run of 9's gives nothing), MPFR 2.25
// Compression: run-length decoding by a scan of the lengths and a binary search.
__device__ int run_at(const int *end, int runs, int i)
{
    int lo = 0, hi = runs - 1;
    while (lo < hi)
    {
        int mid = (lo + hi) / 2;
        if (end[mid] > i)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

__global__ void expand(const int *length, const float *value, float *out, int runs, int n)
{
    __shared__ int end[2][64];
    int t = threadIdx.x;
    int from = 0;
    end[0][t] = t < runs ? length[t] : 0;
    __syncthreads();
    for (int o = 1; o < 64; o <<= 1)
    {
        int v = end[from][t];
        if (t >= o)
            v += end[from][t - o];
        end[from ^ 1][t] = v;
        from ^= 1;
        __syncthreads();
    }
    for (int i = t; i < n; i += blockDim.x)
        out[i] = value[run_at(end[from], runs, i)];
}
