// fpcheck: roche <<<1, 64>>> m1=@b_fdiv_m1.npy r=@b_fdiv_r.npy g=empty:64 n=64 --ref g=@b_fdiv_ref.npy --tol rtol=1e-4
// expect: error range at line 13
// why: __fdividef gives 0 for a divisor between 2^126 and 2^128: r^2 of bodies 1e19 m away is above 8.5e37, so that their accelerations vanish
// figure: g[55] computed 0, MPFR 9.65897864e-15
#include <cuda_runtime.h>

__global__ void roche(const float *m1, const float *r, float *g, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    const float gravity = 6.6743e-11f;
    float square = r[i] * r[i];
    g[i] = __fdividef(gravity * m1[i], square);
}
