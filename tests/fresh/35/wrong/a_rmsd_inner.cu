// fpcheck: rmsd <<<1, 32>>> a=@a_rmsd_inner_a.npy b=@a_rmsd_inner_b.npy out=empty:1 n=48
// expect: error cancellation at line 23
// why: rmsd by inner products (Ga + Gb - 2 Gab) / n as the QCP method does, but of coordinates that were not centred: 5e5 per atom cancel to 0.02; fmaxf hides negative remainders (QCP asks for centred coordinates for that reason)
// figure: out[0] computed 0, MPFR 0.1467010515 (off by 1e+05 of the tolerance)
#include <cuda_runtime.h>
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void rmsd(const float* a, const float* b, float* out, int n)
{
    float ga = 0.0f, gb = 0.0f, ab = 0.0f;
    for (int i = threadIdx.x; i < 3 * n; i += 32) {
        ga += a[i] * a[i];
        gb += b[i] * b[i];
        ab += a[i] * b[i];
    }
    ga = warp_sum(ga);
    gb = warp_sum(gb);
    ab = warp_sum(ab);
    if (threadIdx.x == 0) out[0] = sqrtf(fmaxf((ga + gb - 2.0f * ab) / (float)n, 0.0f));
}
