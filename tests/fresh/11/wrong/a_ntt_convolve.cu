// fpcheck: convolve <<<1, 32>>> a=@a_ntt_a.npy b=@a_ntt_b.npy c=empty:64:u32 --ref c=@a_ntt_c.npy
// expect: error mismatch at line 121
// why: the last multiplication, by 1/n, is done in 32 bits: the product of two residues below 998244353 needs 60 bits and wraps before the remainder is taken
// figure: c[5]: computed 872708156, MPFR 49605089
// Exact product of two polynomials with integer coefficients, by a number theoretic transform modulo 998244353.
#include <cuda_runtime.h>

#define N 64
#define LOG_N 6
#define MODULUS 998244353u // 119 * 2^23 + 1
#define ROOT 3u

// ---------------------------------------------------------------- arithmetic modulo p

__device__ inline unsigned add_mod(unsigned a, unsigned b)
{
    unsigned s = a + b;
    return s >= MODULUS ? s - MODULUS : s;
}

__device__ inline unsigned sub_mod(unsigned a, unsigned b)
{
    return a >= b ? a - b : a + MODULUS - b;
}

__device__ inline unsigned mul_mod(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b % MODULUS);
}

__device__ unsigned pow_mod(unsigned base, unsigned exponent)
{
    unsigned result = 1u;
    unsigned square = base;
    while (exponent != 0u) {
        if (exponent & 1u)
            result = mul_mod(result, square);
        square = mul_mod(square, square);
        exponent >>= 1;
    }
    return result;
}

// Fermat: the modulus is prime.
__device__ inline unsigned inverse_mod(unsigned a)
{
    return pow_mod(a, MODULUS - 2u);
}

// ---------------------------------------------------------------- the transform

__device__ inline int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

__device__ void permute(unsigned *v)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        int j = reversed(i);
        if (i < j) {
            unsigned keep = v[i];
            v[i] = v[j];
            v[j] = keep;
        }
    }
    __syncthreads();
}

// Powers of the root of order N.
__device__ void fill_roots(unsigned *power, unsigned root)
{
    for (int i = threadIdx.x; i < N / 2; i += blockDim.x)
        power[i] = pow_mod(root, (unsigned)i);
    __syncthreads();
}

__device__ inline void butterfly(unsigned &a, unsigned &b, unsigned w)
{
    unsigned t = mul_mod(b, w);
    b = sub_mod(a, t);
    a = add_mod(a, t);
}

__device__ void transform(unsigned *v, const unsigned *power)
{
    permute(v);
    for (int half = 1; half < N; half <<= 1) {
        int stride = N / (2 * half);
        for (int k = threadIdx.x; k < N / 2; k += blockDim.x) {
            int within = k & (half - 1);
            int i = 2 * (k - within) + within;
            unsigned x = v[i];
            unsigned y = v[i + half];
            butterfly(x, y, power[within * stride]);
            v[i] = x;
            v[i + half] = y;
        }
        __syncthreads();
    }
}

// ---------------------------------------------------------------- the kernel

__device__ void load_padded(unsigned *v, const unsigned *from)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        v[i] = i < N / 2 ? from[i] % MODULUS : 0u;
}

__device__ void pointwise(unsigned *u, const unsigned *v)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        u[i] = mul_mod(u[i], v[i]);
    __syncthreads();
}

// The transform leaves N times the result.
__device__ inline unsigned unscale(unsigned value, unsigned scale)
{
    return value * scale % MODULUS;
}

// One block; 32 coefficients in each factor, 63 in the product and a zero. The coefficients of the product have to
// stay below the modulus.
//
// a, b: factors; c: product; all from the lowest power up.
__global__ void convolve(const unsigned *a, const unsigned *b, unsigned *c)
{
    __shared__ unsigned u[N];
    __shared__ unsigned v[N];
    __shared__ unsigned power[N / 2];

    unsigned root = pow_mod(ROOT, (MODULUS - 1u) / N);

    load_padded(u, a);
    load_padded(v, b);
    fill_roots(power, root);

    transform(u, power);
    transform(v, power);
    pointwise(u, v);

    fill_roots(power, inverse_mod(root));
    transform(u, power);

    unsigned scale = inverse_mod((unsigned)N);
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        c[i] = unscale(u[i], scale);
}
