// fpcheck: free_energy <<<1, 32>>> e=uniform(-900,900):3x96 f=empty:3 rows=3 n=96 ref=f=log(sum(exp(-(e-min(e))),1))-min(e) --tol rtol=1e-4,atol=1e-4
// expect: ok
// -F/kT = log sum exp(-E/kT), one pass, running maximum, one warp a row.
struct Partial {
    float top, sum;
};

__device__ Partial merge(Partial a, Partial b)
{
    float top = fmaxf(a.top, b.top);
    if (top == -INFINITY)
        return {top, 0.0f};
    return {top, a.sum * expf(a.top - top) + b.sum * expf(b.top - top)};
}

__global__ void free_energy(const float *e, float *f, int rows, int n)
{
    for (int r = 0; r < rows; r++) {
        Partial mine = {-INFINITY, 0.0f};
        for (int j = threadIdx.x; j < n; j += 32)
            mine = merge(mine, {-e[r * n + j], 1.0f});
        for (int o = 16; o > 0; o >>= 1) {
            Partial other = {__shfl_xor_sync(~0u, mine.top, o), __shfl_xor_sync(~0u, mine.sum, o)};
            mine = merge(mine, other);
        }
        if (threadIdx.x == 0)
            f[r] = mine.top + logf(mine.sum);
    }
}
