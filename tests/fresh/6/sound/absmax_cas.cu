// fpcheck: absmax_cas <<<4, 64>>> n=250 x=randn:250 top=inout:zeros:1 sum=inout:zeros:1
// expect: ok
// Largest magnitude by a CAS loop and the sum of magnitudes by another, on floats.
__device__ void atomic_max_cas(float* p, float v)
{
    int* q = (int*)p;
    int seen = atomicOr(q, 0);
    while (__int_as_float(seen) < v) {
        int old = atomicCAS(q, seen, __float_as_int(v));
        if (old == seen) break;
        seen = old;
    }
}

__device__ void atomic_add_cas(float* p, float v)
{
    unsigned* q = (unsigned*)p;
    unsigned seen = atomicAdd(q, 0u);
    unsigned assumed;
    do {
        assumed = seen;
        seen = atomicCAS(q, assumed, __float_as_uint(__uint_as_float(assumed) + v));
    } while (seen != assumed);
}

__global__ void absmax_cas(const float* x, float* top, float* sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = i < n ? fabsf(x[i]) : 0.0f;
    float m = a, s = a;
    for (int d = 16; d > 0; d >>= 1) {
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
        s += __shfl_xor_sync(0xffffffffu, s, d);
    }
    if ((threadIdx.x & 31) == 0) {
        atomic_max_cas(top, m);
        atomic_add_cas(sum, s);
    }
}
