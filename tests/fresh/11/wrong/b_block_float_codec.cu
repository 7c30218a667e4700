// fpcheck: codec <<<2, 64>>> x=[0.39714,1.07872,1.61431,1.9314,1.98709,1.999,1.3205,0.68844,-0.03679,-0.75705,-1.37484,-1.80656,-1.99376,-1.91112,-1.56982,-1.01605,-0.32476,0.41048,1.09017,1.62231,1.93487,1.98556,1.76752,1.31024,0.67564,-0.05041,-0.76964,-1.3847,-1.81235,-1.9947,-1.90708,-1.56135,-0.35168,-0.10901,0.14841,0.38574,0.57086,0.67873,0.69473,0.6167,0.4552,0.2321,-0.02242,-0.27391,-0.48832,-0.63664,-0.69879,-0.66637,-0.54375,-0.34755,-0.1043,0.15306,0.38971,0.57361,0.67988,0.69413,0.61443,0.45157,0.22759,-0.02719,-0.27829,-0.49172,-0.63861,-0.69906,-12.53796,-10.19677,-6.47549,-1.87779,2.97406,7.42339,15.98,12.84167,13.07729,11.54295,8.44633,4.20654,-0.60258,-5.33015,-9.33631,-12.07884,-13.18656,-12.50954,-10.13941,-6.39696,-1.78871,3.06163,7.4976,10.9188,12.86219,13.06474,11.49905,8.37701,4.12118,-0.69243,-5.41232,-9.39968,-0.91779,-0.99927,-0.9455,-0.76376,-0.9987,-0.12875,0.23857,0.5736,0.83099,0.97592,0.98876,0.86777,0.62934,0.30573,-0.05926,-0.41623,-0.71687,-0.92048,-0.9995,-0.94325,-0.75934,-0.47265,-0.12199,0.24518,0.57916,0.83476,0.97738,0.98772,0.86437,0.62403,0.29923,-0.06606] packed=empty:32 exponent=empty:4 y=empty:128 bound=empty:4 n=128 --ref 'y=x' --tol rtol=0,atol=0.3
// expect: error narrowing conversion at line 62
// why: the largest element of a block may be just below 2^(e+1) and rounds to 128, which wraps to -128 as a signed char; the sign is lost
// figure: computed y[5] = -2, MPFR 1.999
// Block floating point: 32 values share an exponent, each keeps 8 bits. A warp encodes a block and decodes it again,
// as the compressor does to know the error that it leaves.
#include <cuda_runtime.h>

#define LANES 32
#define FULL 0xffffffffu

struct Block {
    int exponent;
    float scale;
    float inverse;
};

// ---------------------------------------------------------------- warps

__device__ inline float warp_max(float x)
{
    for (int o = LANES / 2; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o));
    return x;
}

__device__ inline unsigned from_lane(unsigned x, int lane)
{
    return __shfl_sync(FULL, x, lane);
}

// ---------------------------------------------------------------- exponents

// The exponent e with 2^e <= a < 2^(e+1); a block of zeros gets a small one.
__device__ inline int exponent_of(float a)
{
    int e = (int)((__float_as_uint(a) >> 23) & 0xffu) - 127;
    return max(e, -100);
}

__device__ inline float power_of_two(int e)
{
    return __uint_as_float((unsigned)(e + 127) << 23);
}

__device__ Block describe(float x)
{
    Block b;
    float largest = warp_max(fabsf(x));
    b.exponent = exponent_of(largest);
    b.scale = power_of_two(6 - b.exponent);
    b.inverse = power_of_two(b.exponent - 6);
    return b;
}

// ---------------------------------------------------------------- quantisation

// To a multiple of 2^(e-6): at most 7 bits and a sign.
__device__ inline signed char quantise(float x, Block b)
{
    int q = __float2int_rn(x * b.scale);
    return (signed char)q;
}

__device__ inline float restore(signed char q, Block b)
{
    return (float)q * b.inverse;
}

// ---------------------------------------------------------------- packing

// Four neighbouring lanes make a word; its first lane keeps it.
__device__ unsigned gather(signed char q, int lane)
{
    unsigned byte = (unsigned)(unsigned char)q;
    unsigned word = 0;
    int first = lane & ~3;
    for (int k = 0; k < 4; k++)
        word |= from_lane(byte, first + k) << (8 * k);
    return word;
}

__device__ inline signed char pick(unsigned word, int lane)
{
    return (signed char)((word >> (8 * (lane & 3))) & 0xffu);
}

__device__ void store_words(unsigned *packed, unsigned word, int block, int lane)
{
    if ((lane & 3) == 0)
        packed[block * 8 + (lane >> 2)] = word;
}

// ---------------------------------------------------------------- blocks

__device__ unsigned encode(float x, Block &b, int lane)
{
    b = describe(x);
    signed char q = quantise(x, b);
    return gather(q, lane);
}

__device__ float decode(unsigned word, int exponent, int lane)
{
    Block b;
    b.exponent = exponent;
    b.scale = power_of_two(6 - exponent);
    b.inverse = power_of_two(exponent - 6);
    return restore(pick(word, lane), b);
}

// How far a decoded value of this block may be from its original.
__device__ inline float error_bound(Block b)
{
    return b.inverse;
}

// ---------------------------------------------------------------- memory

__device__ inline float load(const float *x, int i, int n)
{
    return i < n ? x[i] : 0.0f;
}

__device__ inline void save(float *y, float v, int i, int n)
{
    if (i < n)
        y[i] = v;
}

// ---------------------------------------------------------------- the kernel

__global__ void codec(const float *x, unsigned *packed, int *exponent, float *y, float *bound, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & (LANES - 1);
    int block = i / LANES;

    // encode
    float value = load(x, i, n);
    Block b;
    unsigned word = encode(value, b, lane);
    store_words(packed, word, block, lane);
    if (lane == 0) {
        exponent[block] = b.exponent;
        bound[block] = error_bound(b);
    }

    // decode from what was stored
    float again = decode(word, b.exponent, lane);
    save(y, again, i, n);
}
