// fpcheck: radix_sort <<<1, 128>>> in=@a_radix_float_in.npy out=empty:512 n=512 --ref 'out=@a_radix_float_out.npy' --tol 0ulp
// expect: error mismatch at line 26
// why: the key of a float for a radix sort flips the sign bit only; of negative numbers all bits must be flipped, as they are ordered backwards (the classical mistake of float radix sorts): the negative half comes out in descending order
// figure: out[249] computed -1911.92932, exact -5.14218082e-05 (250 of 512 elements off)
#include <cuda_runtime.h>

// Least-significant-digit radix sort of up to 512 floats by one block, four
// bits a pass.  Every thread owns ELEMS neighbouring elements, so that the
// sort is stable.

constexpr int THREADS = 128;
constexpr int ELEMS = 4;
constexpr int ITEMS = THREADS * ELEMS;
constexpr int BITS = 4;
constexpr int RADIX = 1 << BITS;

struct Storage {
    unsigned key[2][ITEMS];
    int counter[RADIX * THREADS];
    int warp_total[THREADS / 32];
};

__device__ __forceinline__ unsigned encode(float f)
{
    unsigned u = __float_as_uint(f);
    return u ^ 0x80000000u;
}

__device__ __forceinline__ float decode(unsigned k)
{
    return __uint_as_float(k ^ 0x80000000u);
}

__device__ int warp_inclusive(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += o;
    }
    return v;
}

// Exclusive prefix sum of all counters, RADIX of them a thread.
__device__ void scan_counters(Storage& s)
{
    int base = threadIdx.x * RADIX;
    int sum = 0;
    for (int i = 0; i < RADIX; ++i)
        sum += s.counter[base + i];
    int incl = warp_inclusive(sum);
    int warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 31)
        s.warp_total[warp] = incl;
    __syncthreads();
    int before = incl - sum;
    for (int w = 0; w < warp; ++w)
        before += s.warp_total[w];
    for (int i = 0; i < RADIX; ++i) {
        int c = s.counter[base + i];
        s.counter[base + i] = before;
        before += c;
    }
    __syncthreads();
}

__device__ void pass(Storage& s, int from, int shift)
{
    const unsigned* src = s.key[from];
    unsigned* dst = s.key[from ^ 1];
    int t = threadIdx.x;
    for (int d = 0; d < RADIX; ++d)
        s.counter[d * THREADS + t] = 0;
    __syncthreads();
    for (int e = 0; e < ELEMS; ++e) {
        unsigned d = (src[t * ELEMS + e] >> shift) & (RADIX - 1);
        s.counter[d * THREADS + t] += 1;
    }
    __syncthreads();
    scan_counters(s);
    for (int e = 0; e < ELEMS; ++e) {
        unsigned k = src[t * ELEMS + e];
        unsigned d = (k >> shift) & (RADIX - 1);
        int at = s.counter[d * THREADS + t];
        s.counter[d * THREADS + t] = at + 1;
        dst[at] = k;
    }
    __syncthreads();
}

__global__ void radix_sort(const float* in, float* out, int n)
{
    __shared__ Storage s;
    for (int e = 0; e < ELEMS; ++e) {
        int i = threadIdx.x * ELEMS + e;
        s.key[0][i] = i < n ? encode(in[i]) : 0xffffffffu;
    }
    __syncthreads();
    int from = 0;
    for (int shift = 0; shift < 32; shift += BITS) {
        pass(s, from, shift);
        from ^= 1;
    }
    for (int i = threadIdx.x; i < n; i += THREADS)
        out[i] = decode(s.key[from][i]);
}
