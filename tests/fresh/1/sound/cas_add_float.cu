// fpcheck: weighted_sum <<<4, 64>>> w=uniform(0.5,1):256 x=uniform(1,2):256 out=inout:zeros:1 n=256 --ref out=sum(w*x) --tol rtol=1e-4,atol=0
// expect: ok
__device__ void add_cas(float* p, float v)
{
    unsigned* a = (unsigned*)p;
    unsigned old = *(volatile unsigned*)a, seen;
    do {
        seen = old;
        old = atomicCAS(a, seen, __float_as_uint(__uint_as_float(seen) + v));
    } while (old != seen);
}
__global__ void weighted_sum(const float* w, const float* x, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = i < n ? w[i] * x[i] : 0.0f;
    for (int d = 16; d; d >>= 1) p += __shfl_down_sync(0xffffffffu, p, d);
    if ((threadIdx.x & 31) == 0) add_cas(out, p);
}
