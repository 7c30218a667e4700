// fpcheck: half_lennard_jones <<<3, 32>>> r=@a_half_lennard_jones_r.npy f=empty:96 n=96 --ref 'f=@a_half_lennard_jones_f_ref.npy' --tol rtol=0.05,atol=0.05
// expect: error NaN at line 18
// why: r^-6 and r^-12 overflow binary16 for pairs that overlap, inf - inf is NaN, and the clamp turns it into the strongest attraction where the strongest repulsion is due (pairs 7, 40, 77); the usual blow-up of half precision molecular dynamics
// figure: f[40] computed -2000.0, exact 2000.0; 3 of 96 beyond the tolerance, worst 40 times
#include <cuda_fp16.h>

__device__ __half cap_force(__half f)
{
    const __half cap = __float2half(2000.f);
    return __hmin(__hmax(f, __hneg(cap)), cap);
}

__device__ __half pair_force(__half r)
{
    __half i2 = __hdiv(__float2half(1.f), __hmul(r, r));
    __half s6 = __hmul(__hmul(i2, i2), i2);
    __half s12 = __hmul(s6, s6);
    __half d = __hsub(__hadd(s12, s12), s6);
    return __hdiv(__hmul(__float2half(24.f), d), r);
}

__global__ void half_lennard_jones(const __half* r, __half* f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f[i] = cap_force(pair_force(r[i]));
}
