// fpcheck: convolve <<<2, 128>>> a=@b_ntt_a.npy b=@b_ntt_b.npy c=empty:2x256 n=128 --ref c=@b_ntt_ref.npy
// expect: ok
// why: a convolution by number-theoretic transform: unsigned products that wrap modulo 2^32 are Montgomery's reduction, and every result is an exact integer
// figure: c: largest error 0 (0 relative at its worst, largest |value| 8.36892e+06), as simulated
#include <cuda_runtime.h>

// exact integer convolution modulo 998244353 = 119 * 2^23 + 1, one block a pair of sequences
namespace ntt {

constexpr unsigned P = 998244353u;
constexpr unsigned P_INVERSE = 3296722945u; // P * P_INVERSE = 1 modulo 2^32
constexpr unsigned R_SQUARE = 932051910u;   // 2^64 modulo P
constexpr int N = 256;
constexpr int LOG_N = 8;

// a * b / 2^32 modulo P; the low halves wrap
__device__ unsigned montgomery(unsigned a, unsigned b)
{
    unsigned low = a * b, high = __umulhi(a, b);
    unsigned q = low * P_INVERSE;
    unsigned carry = __umulhi(q, P);
    unsigned r = high - carry;
    return high < carry ? r + P : r;
}

__device__ unsigned into(unsigned a)
{
    return montgomery(a, R_SQUARE);
}

__device__ unsigned out_of(unsigned a)
{
    return montgomery(a, 1u);
}

__device__ unsigned add(unsigned a, unsigned b)
{
    unsigned s = a + b;
    return s >= P ? s - P : s;
}

__device__ unsigned subtract(unsigned a, unsigned b)
{
    return a >= b ? a - b : a - b + P;
}

__device__ unsigned power(unsigned base, unsigned exponent)
{
    unsigned r = into(1u);
    while (exponent) {
        if (exponent & 1u)
            r = montgomery(r, base);
        base = montgomery(base, base);
        exponent >>= 1;
    }
    return r;
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

__device__ void swap_in_place(unsigned *s)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        int j = reversed(i);
        if (i < j) {
            unsigned t = s[i];
            s[i] = s[j];
            s[j] = t;
        }
    }
    __syncthreads();
}

__device__ void transform(unsigned *s, unsigned root)
{
    swap_in_place(s);
    for (int half = 1; half < N; half *= 2) {
        int k = threadIdx.x % half, low = (threadIdx.x / half) * 2 * half + k;
        unsigned w = power(root, (unsigned)(k * (N / (2 * half))));
        unsigned t = montgomery(w, s[low + half]);
        unsigned u = s[low];
        s[low] = add(u, t);
        s[low + half] = subtract(u, t);
        __syncthreads();
    }
}

__device__ unsigned root_of_unity()
{
    return power(into(3u), (P - 1u) / N);
}

} // namespace ntt

__global__ void convolve(const int *a, const int *b, int *c, int n)
{
    using namespace ntt;
    __shared__ unsigned fa[N], fb[N];
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        int va = i < n ? a[blockIdx.x * n + i] : 0, vb = i < n ? b[blockIdx.x * n + i] : 0;
        fa[i] = into(va < 0 ? (unsigned)(va + (int)P) : (unsigned)va);
        fb[i] = into(vb < 0 ? (unsigned)(vb + (int)P) : (unsigned)vb);
    }
    __syncthreads();
    unsigned root = root_of_unity();
    transform(fa, root);
    transform(fb, root);
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        fa[i] = montgomery(fa[i], fb[i]);
    __syncthreads();
    transform(fa, power(root, N - 1));
    unsigned scale = power(into((unsigned)N), P - 2u);
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        unsigned r = out_of(montgomery(fa[i], scale));
        c[blockIdx.x * N + i] = r > P / 2u ? (int)r - (int)P : (int)r;
    }
}
