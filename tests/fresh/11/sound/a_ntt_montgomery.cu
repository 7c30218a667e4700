// fpcheck: convolve <<<1, 32>>> a=@a_ntt_a.npy b=@a_ntt_b.npy c=empty:64:u32 --ref c=@a_ntt_c.npy
// expect: ok
// why: Montgomery products wrap in 32 bits on purpose (the low half is meant), the sum in 64 bits cannot overflow for a modulus below 2^31; the result is exact
// figure: c[5]: computed 49605089, MPFR 49605089; error 0
// Exact product of two polynomials with integer coefficients, by a number theoretic transform modulo 998244353,
// all residues in Montgomery form.
#include <cuda_runtime.h>

#define N 64
#define LOG_N 6
#define MODULUS 998244353u // 119 * 2^23 + 1
#define MINUS_INVERSE 998244351u // -1 / MODULUS mod 2^32
#define SQUARE_OF_R 932051910u // 2^64 mod MODULUS
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

// a b / 2^32 mod p
__device__ inline unsigned reduce(unsigned long long ab)
{
    unsigned m = (unsigned)ab * MINUS_INVERSE;
    unsigned t = (unsigned)((ab + (unsigned long long)m * MODULUS) >> 32);
    return t >= MODULUS ? t - MODULUS : t;
}

__device__ inline unsigned mul_mod(unsigned a, unsigned b)
{
    return reduce((unsigned long long)a * b);
}

__device__ inline unsigned enter(unsigned a)
{
    return mul_mod(a % MODULUS, SQUARE_OF_R);
}

__device__ inline unsigned leave(unsigned a)
{
    return reduce(a);
}

__device__ unsigned pow_mod(unsigned base, unsigned exponent)
{
    unsigned result = enter(1u);
    while (exponent != 0u) {
        if (exponent & 1u)
            result = mul_mod(result, base);
        base = mul_mod(base, base);
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

// A pair is exchanged by the one thread that owns its lower place.
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
        v[i] = i < N / 2 ? enter(from[i]) : 0u;
}

__global__ void convolve(const unsigned *a, const unsigned *b, unsigned *c)
{
    __shared__ unsigned u[N];
    __shared__ unsigned v[N];
    __shared__ unsigned power[N / 2];

    unsigned root = pow_mod(enter(ROOT), (MODULUS - 1u) / N);

    load_padded(u, a);
    load_padded(v, b);
    fill_roots(power, root);

    transform(u, power);
    transform(v, power);
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        u[i] = mul_mod(u[i], v[i]);
    __syncthreads();

    fill_roots(power, inverse_mod(root));
    transform(u, power);

    unsigned scale = inverse_mod(enter((unsigned)N));
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        c[i] = leave(mul_mod(u[i], scale));
}
