// fpcheck: best_model <<<1, 64>>> ll=[-812.5,-799.25,-640.0,-903.0,-655.5,-700.0,-1200.0,-641.0] key=inout:zeros:1:u64 best=empty:1 n=8 ref=best=argmax(ll) --tol bitwise
// expect: ok
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__global__ void best_model(const float *ll, unsigned long long *key, int *best, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicMax(key, (unsigned long long)ordered(ll[i]) << 32 | (0xffffffffu - (unsigned)i));
    __syncthreads();
    if (i == 0)
        *best = (int)(0xffffffffu - (unsigned)(atomicMax(key, 0ull) & 0xffffffffull));
}
