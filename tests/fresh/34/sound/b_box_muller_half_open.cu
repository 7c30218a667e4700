// fpcheck: normals <<<1, 32>>> bits=@b_box_muller_half_open_bits.npy z=empty:64 pairs=32 --ref z=@b_box_muller_half_open_ref_z.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: the words 0x35 and 0xfe would give log(0) with [0, 1); (0, 1] is used, and 24 bits convert to float exactly, so u is never rounded up
// figure: z[61] computed 2.07350254, exact 2.07350277 (error 2.3e-07, 0.011 of the tolerance; worst of 64)
#include <cuda_runtime.h>
// u lies in (0, 1]: the logarithm is finite, and u = 1 gives a radius of 0.
__device__ float uniform_above_zero(unsigned b) { return (float)((b >> 8) + 1u) * 5.9604644775390625e-8f; }
__device__ float uniform_below_one(unsigned b) { return (float)(b >> 8) * 5.9604644775390625e-8f; }
__global__ void normals(const unsigned* __restrict__ bits, float* z, int pairs)
{
    const int i = threadIdx.x;
    if (i >= pairs) return;
    const float r = sqrtf(-2.0f * logf(uniform_above_zero(bits[2 * i])));
    float s, c;
    sincospif(2.0f * uniform_below_one(bits[2 * i + 1]), &s, &c);
    z[2 * i] = r * c;
    z[2 * i + 1] = r * s;
}
