// fpcheck: kinetic <<<1, 4>>> v=const(1):4x1024:f16 heavy=[2048,2048,4096,1024]:f16 k=empty:4:f16 atoms=1024 --ref 'k=heavy+sum(v*v,1)' --tol rtol=2e-3,atol=0
// expect: error narrow accumulator at line 14
// why: the sum starts at 2048, where half steps by 2: adding 1 changes nothing, and 1024 atoms are lost
// figure: k[0]: computed 2048, MPFR 3072
#include <cuda_fp16.h>

// Twice the kinetic energy of a molecule: a heavy ion and many light atoms of mass one.
__global__ void kinetic(const __half *v, const __half *heavy, __half *k, int atoms)
{
    int m = threadIdx.x;
    __half sum = heavy[m];
    for (int a = 0; a < atoms; a++) {
        __half u = v[m * atoms + a];
        sum = __hadd(sum, __hmul(u, u));
    }
    k[m] = sum;
}
