// fpcheck: oscillators <<<2, 64>>> phase=@b_ph_x.npy s=empty:128 c=empty:128 n=128 --ref s=@b_ph_s.npy --ref c=@b_ph_c.npy --tol rtol=1e-6,atol=1e-7
// expect: ok
// why: sines of phases up to 10^30 by Payne and Hanek's reduction: the float's mantissa is multiplied as an integer with bits of 2/pi, high products overflow on purpose, and an int64 becomes a double
// figure: s: largest error 4.7e-08 (9.24e-08 relative at its worst, largest |value| 0.999923), as simulated; c: largest error 4.68e-08 (9.61e-08 relative at its worst, largest |value| 0.999912), as simulated
#include <cuda_runtime.h>
#include <stdint.h>

namespace reduction {

__device__ const uint32_t TWO_OVER_PI[8] = {0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u,
                                           0x36d8a566u, 0x4f10e410u, 0x7f9458eau, 0xf7aef158u};

struct Reduced {
    float r;
    int quadrant;
};

struct Window {
    uint32_t high, mid, low;
};

__device__ uint32_t word(int i)
{
    return i < 0 ? 0u : TWO_OVER_PI[i];
}

// 96 bits of 2/pi, from the place that the exponent of the argument asks for
__device__ Window window_at(int exponent)
{
    int i = exponent >> 5, shift = exponent & 31;
    Window w;
    w.high = word(i - 1);
    w.mid = word(i);
    w.low = word(i + 1);
    uint32_t next = word(i + 2);
    if (shift) {
        w.high = (w.high << shift) | (w.mid >> (32 - shift));
        w.mid = (w.mid << shift) | (w.low >> (32 - shift));
        w.low = (w.low << shift) | (next >> (32 - shift));
    }
    return w;
}

__device__ uint64_t fraction_of_turns(uint32_t mantissa, const Window &w)
{
    uint64_t p = (uint64_t)mantissa * w.low;
    p = (uint64_t)mantissa * w.mid + (p >> 32);
    // the upper half of this product is whole turns, and falls off
    p = ((uint64_t)(mantissa * w.high) << 32) + p;
    return p;
}

__device__ Reduced large(float a)
{
    uint32_t bits = __float_as_uint(a);
    uint32_t mantissa = (bits << 8) | 0x80000000u;
    int exponent = (int)((bits >> 23) & 0xffu) - 126;
    uint64_t p = fraction_of_turns(mantissa, window_at(exponent));
    Reduced out;
    out.quadrant = (int)(p >> 62);
    p &= 0x3fffffffffffffffull;
    if (p & 0x2000000000000000ull) {
        p -= 0x4000000000000000ull;
        out.quadrant++;
    }
    const double half_pi_scaled = 0x1.921fb54442d18p-62;
    double d = (double)(int64_t)p * half_pi_scaled;
    out.r = (float)d;
    if (bits >> 31) {
        out.r = -out.r;
        out.quadrant = -out.quadrant;
    }
    return out;
}

__device__ Reduced reduce(float a)
{
    if (fabsf(a) > 0.785f)
        return large(a);
    Reduced out;
    out.r = a;
    out.quadrant = 0;
    return out;
}

__device__ float sine_kernel(float r)
{
    float z = r * r;
    float p = 2.86567956e-6f;
    p = fmaf(p, z, -1.98559923e-4f);
    p = fmaf(p, z, 8.33338592e-3f);
    p = fmaf(p, z, -1.66666672e-1f);
    return fmaf(r * z, p, r);
}

__device__ float cosine_kernel(float r)
{
    float z = r * r;
    float p = 2.44677067e-5f;
    p = fmaf(p, z, -1.38877297e-3f);
    p = fmaf(p, z, 4.16666567e-2f);
    p = fmaf(p, z, -0.5f);
    return fmaf(p, z, 1.0f);
}

__device__ float sine(const Reduced &x, int turn)
{
    int q = x.quadrant + turn;
    float v = (q & 1) ? cosine_kernel(x.r) : sine_kernel(x.r);
    return (q & 2) ? -v : v;
}

} // namespace reduction

__global__ void oscillators(const float *phase, float *s, float *c, int n)
{
    using namespace reduction;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Reduced x = reduce(phase[i]);
    s[i] = sine(x, 0);
    c[i] = sine(x, 1);
}
