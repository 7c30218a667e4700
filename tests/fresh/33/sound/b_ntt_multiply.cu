// fpcheck: ntt_multiply <<<2, 128>>> a=@b_ntt_a.npy b=@b_ntt_b.npy c=empty:2x256 --ref 'c=@b_ntt_c.npy'
// expect: ok
// why: a transform over integers modulo a prime by Montgomery products, in which 32-bit wrap-around and the high halves of products are the method
// figure: all 512 elements of c equal the reference
#include <cuda_runtime.h>

constexpr int N = 256;
constexpr int LOG = 8;
constexpr unsigned P = 998244353u;          // 119 2^23 + 1
constexpr unsigned P_INV = 998244351u;      // -P^-1 modulo 2^32
constexpr unsigned R2 = 932051910u;         // 2^64 modulo P
constexpr unsigned ROOT = 3u;

// a b / 2^32 modulo P
__device__ unsigned redc(unsigned long long t)
{
    unsigned m = (unsigned)t * P_INV;
    unsigned r = (unsigned)((t + (unsigned long long)m * P) >> 32);
    return r >= P ? r - P : r;
}

__device__ unsigned mul(unsigned a, unsigned b)
{
    return redc((unsigned long long)a * b);
}

__device__ unsigned add(unsigned a, unsigned b)
{
    unsigned s = a + b;
    return s >= P ? s - P : s;
}

__device__ unsigned sub(unsigned a, unsigned b)
{
    return a >= b ? a - b : a + P - b;
}

__device__ unsigned to_form(unsigned a) { return mul(a, R2); }
__device__ unsigned from_form(unsigned a) { return redc(a); }

__device__ unsigned power(unsigned base, unsigned e)
{
    unsigned r = to_form(1u);
    while (e) {
        if (e & 1u)
            r = mul(r, base);
        base = mul(base, base);
        e >>= 1;
    }
    return r;
}

__device__ void load(unsigned* s, const int* x)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        int v = x[i];
        unsigned u = v < 0 ? (unsigned)(v + (int)P) : (unsigned)v;
        s[__brev(i) >> (32 - LOG)] = to_form(u);
    }
    __syncthreads();
}

// in place, input in bit-reversed order; one butterfly a thread and stage
__device__ void transform(unsigned* s, unsigned root)
{
    for (int stage = 0; stage < LOG; ++stage) {
        int half = 1 << stage;
        int k = threadIdx.x & (half - 1);
        int i = ((threadIdx.x >> stage) << (stage + 1)) + k;
        unsigned w = power(root, (unsigned)(k << (LOG - 1 - stage)));
        unsigned u = s[i];
        unsigned t = mul(s[i + half], w);
        s[i] = add(u, t);
        s[i + half] = sub(u, t);
        __syncthreads();
    }
}

__device__ void reverse(unsigned* s)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        int j = __brev(i) >> (32 - LOG);
        if (i < j) {
            unsigned t = s[i];
            s[i] = s[j];
            s[j] = t;
        }
    }
    __syncthreads();
}

// Cyclic convolution of two sequences of 256 signed numbers
__global__ void ntt_multiply(const int* a, const int* b, int* c)
{
    __shared__ unsigned sa[N];
    __shared__ unsigned sb[N];
    load(sa, a + blockIdx.x * N);
    load(sb, b + blockIdx.x * N);
    unsigned root = power(to_form(ROOT), (P - 1u) / N);
    unsigned back = power(root, N - 1u);
    transform(sa, root);
    transform(sb, root);
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        sa[i] = mul(sa[i], sb[i]);
    __syncthreads();
    reverse(sa);
    transform(sa, back);
    unsigned scale = power(to_form((unsigned)N), P - 2u);
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        unsigned v = from_form(mul(sa[i], scale));
        c[blockIdx.x * N + i] = v > P / 2 ? (int)v - (int)P : (int)v;
    }
}
