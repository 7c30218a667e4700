// fpcheck: big_sine <<<2, 32>>> x=@b_payne_hanek_sine_x.npy y=empty:64 n=64 --ref y=@b_payne_hanek_sine_ref_y.npy --tol 4ulp
// expect: ok
// why: a product of significand bits modulo 2^96 that overflows on purpose, an integer of high bits read as signed: Payne-Hanek, good to 2 ulps for all large arguments
// figure: y[26] computed -0.759702384, exact -0.759702345 (error 3.9e-08, 0.13 of the tolerance; worst of 64)
#include <cuda_runtime.h>
#include <stdint.h>

// sinf of arguments from 1e5 up to the largest float: Payne and Hanek's reduction by 224 bits of 2/pi in integers,
// then polynomials on [-pi/4, pi/4]. No double but for the last product.

__constant__ uint32_t TWO_OVER_PI[7] = {
    0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu
};

struct Reduced {
    float r;        // the angle in [-pi/4, pi/4]
    int quadrant;   // how many pi/2 were taken off, modulo 4
};

// 32 bits of 2/pi that begin `bit` bits behind the binary point; zeros in front of it
__device__ __forceinline__ uint32_t bits_at(int bit)
{
    if (bit < 0) {
        const int back = -bit;
        return back >= 32 ? 0u : TWO_OVER_PI[0] >> back;
    }
    const int word = bit >> 5, shift = bit & 31;
    return __funnelshift_l(TWO_OVER_PI[word + 1], TWO_OVER_PI[word], shift);
}

struct Wide {
    uint32_t hi, mid, lo;
};

// 24 bits of significand times 96 bits of 2/pi, modulo 2^96
__device__ __forceinline__ Wide multiply(uint32_t m, uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t pc = (uint64_t)m * c;
    const uint64_t pb = (uint64_t)m * b + (pc >> 32);
    Wide w;
    w.lo = (uint32_t)pc;
    w.mid = (uint32_t)pb;
    w.hi = m * a + (uint32_t)(pb >> 32);   // what overflows is a multiple of 4 quadrants
    return w;
}

__device__ __forceinline__ Reduced reduce(float x)
{
    const uint32_t bits = __float_as_uint(x) & 0x7fffffffu;
    const int e = (int)(bits >> 23) - 150;                    // |x| = m * 2^e
    const uint32_t m = (bits & 0x007fffffu) | 0x00800000u;
    const int first = e - 2;                                  // bits above weigh multiples of 4
    const Wide w = multiply(m, bits_at(first), bits_at(first + 32), bits_at(first + 64));

    // the two leading bits are the quadrant, the rest a fraction of pi/2; round to the nearest quadrant
    uint64_t f = ((uint64_t)w.hi << 32) | w.mid;
    int q = (int)(f >> 62);
    int64_t frac = (int64_t)(f << 2);
    if (frac < 0) q += 1;                                     // fractions of a half and more count from above
    Reduced r;
    r.r = (float)((double)frac * 8.5153039502163873e-20);     // pi/2 * 2^-64
    r.quadrant = q & 3;
    return r;
}

__device__ __forceinline__ float sine_poly(float r)
{
    const float z = r * r;
    float p = 2.7557314297e-6f;
    p = fmaf(p, z, -1.9841270114e-4f);
    p = fmaf(p, z, 8.3333337680e-3f);
    p = fmaf(p, z, -1.6666667163e-1f);
    return fmaf(p * z, r, r);
}

__device__ __forceinline__ float cosine_poly(float r)
{
    const float z = r * r;
    float p = 2.4433157118e-5f;
    p = fmaf(p, z, -1.3887316255e-3f);
    p = fmaf(p, z, 4.1666645683e-2f);
    p = fmaf(p, z, -0.5f);
    return fmaf(p, z, 1.0f);
}

__device__ __forceinline__ float from_quadrant(const Reduced& r, float x)
{
    const float v = r.quadrant & 1 ? cosine_poly(r.r) : sine_poly(r.r);
    const float s = r.quadrant & 2 ? -v : v;
    return x < 0.0f ? -s : s;
}

// zero where the number itself is not finite: the signal's mark for missing samples
__device__ __forceinline__ bool usable(float x)
{
    return (__float_as_uint(x) & 0x7f800000u) != 0x7f800000u;
}

__global__ void big_sine(const float* __restrict__ x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = usable(x[i]) ? from_quadrant(reduce(x[i]), x[i]) : 0.0f;
}
