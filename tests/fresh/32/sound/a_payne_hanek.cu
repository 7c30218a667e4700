// fpcheck: sincos_large <<<2, 32>>> x=@a_payne_hanek_x.npy s=empty:64 c=empty:64 n=64 --ref 's=@a_payne_hanek_s_ref.npy' --ref 'c=@a_payne_hanek_c_ref.npy' --tol rtol=4e-7,atol=1e-36
// expect: ok
// why: Payne-Hanek reduction: the mantissa as an integer, multiplied by the bits of 2/pi around its exponent with products that wrap on purpose, a signed fixed-point rest through a conversion to double; right for all arguments
// figure: c[54] computed 0.590076, exact 0.5900759886117216; 0 of 64 beyond the tolerance, worst 0.172 times
#include <cuda_runtime.h>

// sine and cosine of any binary32 number, by Payne and Hanek's reduction

__constant__ unsigned two_over_pi[] = {
    0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau,
};

struct Reduced {
    float r;       // in [-pi/4, pi/4]
    int quadrant;
};

struct Window {
    unsigned hi, mid, lo;
};

// 96 bits of 2/pi, from bit e on
__device__ Window bits_from(int e)
{
    int i = e >> 5;
    int s = e & 31;
    unsigned w0 = i ? two_over_pi[i - 1] : 0u;
    unsigned w1 = two_over_pi[i];
    unsigned w2 = two_over_pi[i + 1];
    unsigned w3 = two_over_pi[i + 2];
    Window w;
    w.hi = __funnelshift_l(w1, w0, s);
    w.mid = __funnelshift_l(w2, w1, s);
    w.lo = __funnelshift_l(w3, w2, s);
    return w;
}

// x * 2/pi modulo 4, as a fraction of 2^62
__device__ unsigned long long turns(unsigned mantissa, const Window& w)
{
    unsigned long long p = (unsigned long long)mantissa * w.lo;
    p = (unsigned long long)mantissa * w.mid + (p >> 32);
    // the upper half of the last product is whole periods
    return ((unsigned long long)(mantissa * w.hi) << 32) + p;
}

__device__ Reduced reduce_large(float x)
{
    unsigned u = __float_as_uint(x);
    int e = (int)(u >> 23 & 0xffu) - 126;
    unsigned mantissa = (u << 8) | 0x80000000u;
    unsigned long long p = turns(mantissa, bits_from(e));
    int q = (int)(p >> 62);
    p &= 0x3fffffffffffffffull;
    if (p & 0x2000000000000000ull) {
        p -= 0x4000000000000000ull;
        ++q;
    }
    double d = (double)(long long)p * 3.4061215800304255e-19;  // pi/2 * 2^-62
    Reduced r;
    r.r = (float)d;
    r.quadrant = q;
    if (x < 0.f) {
        r.r = -r.r;
        r.quadrant = -q;
    }
    return r;
}

__device__ Reduced reduce(float x)
{
    if (fabsf(x) > 0.78f)
        return reduce_large(x);
    Reduced r;
    r.r = x;
    r.quadrant = 0;
    return r;
}

__device__ float sine_near_zero(float r)
{
    float s = r * r;
    float p = 2.86567956e-6f;
    p = fmaf(p, s, -1.98559923e-4f);
    p = fmaf(p, s, 8.33338592e-3f);
    p = fmaf(p, s, -1.66666672e-1f);
    return fmaf(p, s * r, r);
}

__device__ float cosine_near_zero(float r)
{
    float s = r * r;
    float p = 2.44677067e-5f;
    p = fmaf(p, s, -1.38877297e-3f);
    p = fmaf(p, s, 4.16666567e-2f);
    p = fmaf(p, s, -0.5f);
    return fmaf(p, s, 1.0f);
}

__device__ float turned(float sine, float cosine, int quadrant)
{
    float v = quadrant & 1 ? cosine : sine;
    return quadrant & 2 ? -v : v;
}

__global__ void sincos_large(const float* x, float* s, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Reduced r = reduce(x[i]);
    float a = sine_near_zero(r.r), b = cosine_near_zero(r.r);
    s[i] = turned(a, b, r.quadrant);
    c[i] = turned(a, b, r.quadrant + 1);
}
