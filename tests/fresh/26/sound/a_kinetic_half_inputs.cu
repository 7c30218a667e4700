// fpcheck: kinetic <<<1, 4>>> v=const(1):4x1024:f16 heavy=[2048,2048,4096,1024]:f16 k=empty:4:f16 atoms=1024 --ref 'k=heavy+sum(v*v,1)' --tol rtol=2e-3,atol=0
// expect: ok
// why: half in, half out, but the sum is float and is rounded once
// figure: k[0]: computed 3072, MPFR 3072: relative error 0.0e+00, tolerance about 2e-3
#include <cuda_fp16.h>

// Twice the kinetic energy of a molecule: a heavy ion and many light atoms of mass one.
__global__ void kinetic(const __half *v, const __half *heavy, __half *k, int atoms)
{
    int m = threadIdx.x;
    float sum = __half2float(heavy[m]);
    for (int a = 0; a < atoms; a++) {
        __half u = v[m * atoms + a];
        float w = __half2float(u);
        sum = fmaf(w, w, sum);
    }
    k[m] = __float2half(sum);
}
