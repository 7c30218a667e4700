// fpcheck: normals <<<1, 32>>> bits=@b_box_muller_zero_bits.npy z=empty:64 pairs=32
// expect: error infinity hidden by min/max at line 9
// why: a uniform number of [0, 1) can be 0 (words 0x35, 0xfe): the logarithm is -inf, the radius inf, and inf * direction is cut to 6 as if it were a draw; u must be in (0, 1]
// figure: z[10] and z[24] computed from r = inf; with u of (0, 1], u = 2^-24, z[10] would be 5.7681 * cos(pi/4) = 4.0787, computed 6
#include <cuda_runtime.h>
// Two normal numbers of two words of random bits; the tails are cut at 6 as the model asks.
__device__ float uniform24(unsigned b)
{
    return (float)(b >> 8) * 5.9604644775390625e-8f;
}
__device__ float cut(float z)
{
    return fminf(fmaxf(z, -6.0f), 6.0f);
}
__global__ void normals(const unsigned* __restrict__ bits, float* z, int pairs)
{
    const int i = threadIdx.x;
    if (i >= pairs) return;
    const float u = uniform24(bits[2 * i]), v = uniform24(bits[2 * i + 1]);
    const float r = sqrtf(-2.0f * logf(u));
    float s, c;
    sincospif(2.0f * v, &s, &c);
    z[2 * i] = cut(r * c);
    z[2 * i + 1] = cut(r * s);
}
