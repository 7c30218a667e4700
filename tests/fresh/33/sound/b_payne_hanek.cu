// fpcheck: sine_any <<<2, 64>>> x=@b_payne_x.npy y=empty:128 n=128 --ref 'y=@b_payne_y.npy' --tol 4ulp
// expect: ok
// why: arguments up to 1e38 are reduced by a product with the bits of 2/pi in integers, whose overflow beyond 96 bits only drops multiples of 2 pi (Payne and Hanek)
// figure: y[4] computed -0.779563725, MPFR -0.779563673, worst of 128, 0.22 of the tolerance
#include <cuda_runtime.h>

// 2/pi = 0.w0 w1 w2 ... in words of 32 bits
__constant__ unsigned TWO_OVER_PI[8] = {
    0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u,
    0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u};

struct Reduced {
    double r;       // in [-pi/4, pi/4]
    int quadrant;
};

// 32 bits of 2/pi after the first `skip` ones
__device__ unsigned bits_from(int skip)
{
    int w = skip >> 5;
    int s = skip & 31;
    unsigned hi = TWO_OVER_PI[w];
    unsigned lo = w + 1 < 8 ? TWO_OVER_PI[w + 1] : 0u;
    return s ? (hi << s) | (lo >> (32 - s)) : hi;
}

// the low 96 bits of a * (b2 b1 b0)
__device__ void multiply(unsigned a, const unsigned b[3], unsigned p[3])
{
    unsigned long long t = (unsigned long long)a * b[0];
    p[0] = (unsigned)t;
    t = (unsigned long long)a * b[1] + (t >> 32);
    p[1] = (unsigned)t;
    t = (unsigned long long)a * b[2] + (t >> 32);
    p[2] = (unsigned)t;
}

// |x| = m 2^e with e >= 2: bits of 2/pi up to 2^-(e-2) make multiples of 4 quadrants
__device__ Reduced reduce_large(unsigned m, int e)
{
    int skip = e - 2;
    unsigned b[3], p[3];
    for (int i = 0; i < 3; ++i)
        b[i] = bits_from(skip + 32 * (2 - i));
    multiply(m, b, p);
    Reduced red;
    red.quadrant = (int)(p[2] >> 30);
    unsigned long long f = ((unsigned long long)p[2] << 32) | p[1];
    f = (f << 2) | (p[0] >> 30);
    // a fraction of one half and more belongs to the next quadrant, as a negative one
    long long s = (long long)f;
    if (s < 0)
        red.quadrant += 1;
    red.r = (double)s * 8.515303950216386e-20;   // pi/2 2^-64
    return red;
}

__device__ Reduced reduce_small(float x)
{
    double d = x;
    double n = rint(d * 0.63661977236758134308);
    Reduced red;
    red.r = fma(-n, 6.123233995736766e-17, fma(-n, 1.5707963267948966, d));
    red.quadrant = (int)(long long)n;
    return red;
}

__device__ Reduced reduce(float x)
{
    unsigned u = __float_as_uint(x) & 0x7fffffffu;
    int e = (int)(u >> 23) - 150;
    if (e < 2)
        return reduce_small(fabsf(x));
    return reduce_large((u & 0x7fffffu) | 0x800000u, e);
}

__device__ float sine_poly(float r)
{
    float z = r * r;
    float p = 2.7183114e-6f;
    p = fmaf(p, z, -1.9839334e-4f);
    p = fmaf(p, z, 8.3333293e-3f);
    p = fmaf(p, z, -1.6666666e-1f);
    return fmaf(r * z, p, r);
}

__device__ float cosine_poly(float r)
{
    float z = r * r;
    float p = 2.4433157e-5f;
    p = fmaf(p, z, -1.3887316e-3f);
    p = fmaf(p, z, 4.1666646e-2f);
    p = fmaf(p, z, -0.5f);
    return fmaf(p, z, 1.0f);
}

__global__ void sine_any(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    Reduced red = reduce(v);
    float r = (float)red.r;
    float s = red.quadrant & 1 ? cosine_poly(r) : sine_poly(r);
    unsigned flip = ((unsigned)(red.quadrant & 2) << 30) ^ (__float_as_uint(v) & 0x80000000u);
    y[i] = __uint_as_float(__float_as_uint(s) ^ flip);
}
