// fpcheck: warm <<<1, 32>>> sst=inout:const(18.0):32:bf16 flux=@b_obf_q.npy steps=400 n=32 --ref sst=@b_obf_ref.npy --tol rtol=1e-2
// expect: error stagnation at line 15
// why: sea surface temperature is kept in bf16 between steps, each of which warms it by some 2e-4 K, far below half of bf16's step of 0.125 at 20: it never changes; known from mixed-precision ocean models (NEMO, Veros experiments)
// figure: sst[12] computed 18, MPFR 19.1672568
#include <cuda_bf16.h>

__global__ void warm(__nv_bfloat16 *sst, const float *flux, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    const float dt = 300.0f, rho_cp = 4.1e6f, depth = 25.0f;
    __nv_bfloat16 t = sst[i];
    for (int k = 0; k < steps; k++) {
        float warmer = __bfloat162float(t) + dt * flux[i] / (rho_cp * depth);
        t = __float2bfloat16(warmer);
    }
    sst[i] = t;
}
