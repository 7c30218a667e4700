// fpcheck: range_profile <<<1, 32>>> iq=[-0.65625,-0.421875,0.5,-0.0625,-0.34375,0.296875,0.8125,-0.34375,-0.03125,0.015625,-0.875,0.375,0.28125,-0.265625,-0.5625,0.09375,0.59375,0.453125,-0.25,-0.1875,0.90625,0.171875,0.0625,-0.46875,-0.78125,-0.109375,0.375,0.25,-0.46875,-0.390625,0.6875,-0.03125,-0.15625,0.328125,-1.0,-0.3125,0.15625,0.046875,-0.6875,0.40625,0.46875,-0.234375,-0.375,0.125,0.78125,0.484375,-0.0625,-0.15625,-0.90625,0.203125,0.25,-0.4375,-0.59375,-0.078125,0.5625,0.28125,-0.28125,-0.359375,0.875,0.0,0.03125,0.359375,-0.8125,-0.28125,0.34375,0.078125,-0.5,0.4375,0.65625,-0.203125,-0.1875,0.15625,0.96875,-0.484375,0.125,-0.125,-0.71875,0.234375,0.4375,-0.40625,-0.40625,-0.046875,0.75,0.3125,-0.09375,-0.328125,-0.9375,0.03125,0.21875,0.390625,-0.625,-0.25,0.53125,0.109375,-0.3125,0.46875,0.84375,-0.171875,0.0,0.1875,-0.84375,-0.453125,0.3125,-0.09375,-0.53125,0.265625,0.625,-0.375,-0.21875,-0.015625,0.9375,0.34375,0.09375,-0.296875,-0.75,0.0625,0.40625,0.421875,-0.4375,-0.21875,0.71875,0.140625,-0.125,-0.5,-0.96875,-0.140625,0.1875,0.21875] power=empty:64 strongest=empty:1 want=[0.03373800099323078,0.5808561491836539,1.5704957748956831,1.387518001703926,0.03380925269964136,0.5664676745972207,1.1832608308114159,6.545903316612927,5.866061437880775,9.045287680829283,19.979176258804404,1.8689720399692402,2.786423077997642,2.860778350993326,1.3871440114828166,1.3861598465834335,2.7932436202298927,21.381534150730204,22.380679365403918,8.358724003850364,3.7470915001173175,0.366545948599712,1.6344855345072051,18.999789112796506,7.732947943588853,2.734978289727842,24.319589208123077,105.71235415680304,33.18775363782325,0.6477878621247729,1.715064747995241,1.7319065334087875,1.5251257063699701,0.39267383922985455,4.354166001320923,5.681901203663593,36.644331750893556,101.71847808408866,16.123913726683142,1.59602393752317,10.294589218963575,34.28681715116216,12.30870067536456,1.5300170933132329,9.42881316059967,1.5850569815632272,2.121778730616585,5.6982817222647375,0.4440598187786372,2.6987103661894616,0.35659301686357586,1.4833744045248975,1.7382843634189806,6.534550217521179,33.12077965766363,11.829967678644126,1.0580740781557014,1.9908814338395147,2.0081273441216263,8.391927427896936,1.7380992818598162,3.0695915901827475,3.1996332103172107,0.5760832795380951] ref=power=want --tol rtol=2e-5,atol=2e-4
// expect: ok
// why: an in-place FFT in shared memory: bit-reversed input, a barrier behind every stage, butterflies of one stage touch disjoint pairs; the twiddles come from sincospif of exact fractions
// figure: power[5]: computed 0.566467643, MPFR 0.5664676746 (largest absolute error of all bins 1.3e-05, tolerance 2e-4 + 2e-5 of the value)
// Range profile of one FMCW sweep: Hann window, 64-point FFT (radix 2, in place), power of every bin, and the
// strongest bin. 32 threads, one butterfly each in every stage.
#include <cuda_runtime.h>

#define POINTS 64
#define BITS 6

struct Complex {
    float re, im;
};

// ---------------------------------------------------------------- complex numbers

__device__ __forceinline__ Complex add(Complex a, Complex b)
{
    Complex r;
    r.re = a.re + b.re;
    r.im = a.im + b.im;
    return r;
}

__device__ __forceinline__ Complex subtract(Complex a, Complex b)
{
    Complex r;
    r.re = a.re - b.re;
    r.im = a.im - b.im;
    return r;
}

__device__ __forceinline__ Complex multiply(Complex a, Complex b)
{
    Complex r;
    r.re = a.re * b.re - a.im * b.im;
    r.im = a.re * b.im + a.im * b.re;
    return r;
}

__device__ __forceinline__ float norm(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// ---------------------------------------------------------------- window

// Periodic Hann: (1 - cos(2 pi k / N)) / 2
__device__ float hann(int k)
{
    return 0.5f - 0.5f * cospif(k * (2.0f / POINTS));
}

// ---------------------------------------------------------------- transform

// exp(-i pi j / half)
__device__ Complex twiddle(int j, int half)
{
    float s, c;
    sincospif((float)j / half, &s, &c);
    Complex w;
    w.re = c;
    w.im = -s;
    return w;
}

// The lowest BITS bits in the opposite order.
__device__ __forceinline__ int reversed(int k)
{
    return (int)(__brev((unsigned)k) >> (32 - BITS));
}

__device__ void butterfly(Complex *data, int t, int half)
{
    int j = t & (half - 1);
    int upper = ((t & ~(half - 1)) << 1) | j;
    int lower = upper + half;
    Complex u = data[upper];
    Complex v = multiply(data[lower], twiddle(j, half));
    data[upper] = add(u, v);
    data[lower] = subtract(u, v);
}

__device__ void transform(Complex *data)
{
    for (int half = 1; half < POINTS; half <<= 1) {
        butterfly(data, threadIdx.x, half);
        __syncthreads();
    }
}

// ---------------------------------------------------------------- peak

struct Peak {
    float power;
    int bin;
};

__device__ Peak stronger(Peak a, Peak b)
{
    bool take = b.power > a.power || (b.power == a.power && b.bin < a.bin);
    return take ? b : a;
}

__device__ Peak warp_peak(Peak p)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        Peak q;
        q.power = __shfl_xor_sync(0xffffffffu, p.power, offset);
        q.bin = __shfl_xor_sync(0xffffffffu, p.bin, offset);
        p = stronger(p, q);
    }
    return p;
}

// ---------------------------------------------------------------- the kernel

__global__ void range_profile(const float *iq, float *power, int *strongest)
{
    __shared__ Complex data[POINTS];
    int t = threadIdx.x;

    // load in bit-reversed order, with the window
    for (int k = t; k < POINTS; k += blockDim.x) {
        float w = hann(k);
        Complex x;
        x.re = w * iq[2 * k];
        x.im = w * iq[2 * k + 1];
        data[reversed(k)] = x;
    }
    __syncthreads();

    transform(data);

    // two bins a thread
    Peak best;
    best.power = -1.0f;
    best.bin = POINTS;
    for (int k = t; k < POINTS; k += blockDim.x) {
        Peak here;
        here.power = norm(data[k]);
        here.bin = k;
        power[k] = here.power;
        best = stronger(best, here);
    }

    best = warp_peak(best);
    if (t == 0)
        strongest[0] = best.bin;
}
