// fpcheck: sort_block <<<1, 64>>> x=[3.5,-1.25,0.0,7.75,-100.5,2.0,1e-30,-1e-30,65504.0,-0.5,12.0,3.5,-1.25,99.0,-7.0,1e20,-1e20,0.125,6.0,5.5] sorted=empty:20 from=empty:20 gap=empty:20 n=20 want=[-1e+20,-100.5,-7.0,-1.25,-1.25,-0.5,-1e-30,0.0,1e-30,0.125,2.0,3.5,3.5,5.5,6.0,7.75,12.0,99.0,65504.0,1e+20] ref=sorted=want --tol bitwise
// expect: ok
// why: floats are sorted by their bits in passes of four, with counts in shared memory; negative numbers have all bits turned and the others the sign, so that unsigned order is the order of the numbers, and each pass is stable
// figure: bitwise
// A least-significant-digit radix sort of one block, with the place of each element.
//
// A pass counts its digits per warp by votes, scans the counts,
// and moves elements to their places.
#include <cuda_runtime.h>

#define THREADS 64
#define RADIX 16
#define DIGIT_BITS 4
#define PASSES 8

struct Element {
    unsigned key;
    int from;
};

// ---------------------------------------------------------------- keys

__device__ inline unsigned key_of(float v)
{
    unsigned u = __float_as_uint(v);
    unsigned mask = (u >> 31) ? 0xffffffffu : 0x80000000u;
    return u ^ mask;
}

__device__ inline float value_of(unsigned key)
{
    unsigned mask = (key >> 31) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(key ^ mask);
}

// Behind all numbers, for the threads without an element.
__device__ inline Element padding(int t)
{
    Element e;
    e.key = 0xffffffffu;
    e.from = t;
    return e;
}

__device__ inline unsigned digit_of(unsigned key, int pass)
{
    return (key >> (pass * DIGIT_BITS)) & (RADIX - 1);
}

// ---------------------------------------------------------------- shared memory of the block

struct Shared {
    Element element[THREADS];
    int count[RADIX][THREADS / 32];     // elements of a digit in a warp
    int first[RADIX][THREADS / 32];     // where they go
};

// ---------------------------------------------------------------- one pass

// The lanes of this warp that have the same digit.
__device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = 0xffffffffu;
    for (int b = 0; b < DIGIT_BITS; b++) {
        bool set = (digit >> b) & 1u;
        unsigned votes = __ballot_sync(0xffffffffu, set);
        peers &= set ? votes : ~votes;
    }
    return peers;
}

__device__ void clear_counts(Shared &s, int t)
{
    for (int i = t; i < RADIX * (THREADS / 32); i += THREADS)
        s.count[i / (THREADS / 32)][i % (THREADS / 32)] = 0;
}

// Exclusive sums over digits, and within a digit over warps. There are only 32 of them.
__device__ void scan_counts(Shared &s, int t)
{
    if (t >= 32)
        return;
    int digit = t / (THREADS / 32);
    int warp = t % (THREADS / 32);
    int mine = s.count[digit][warp];
    int sum = mine;
    for (int o = 1; o < 32; o <<= 1) {
        int before = __shfl_up_sync(0xffffffffu, sum, o);
        if (t >= o)
            sum += before;
    }
    s.first[digit][warp] = sum - mine;
}

__device__ Element pass_of(Shared &s, Element e, int t, int pass)
{
    int lane = t & 31;
    int warp = t >> 5;
    unsigned digit = digit_of(e.key, pass);
    unsigned peers = peers_of(digit);
    int rank = __popc(peers & ((1u << lane) - 1u));

    clear_counts(s, t);
    __syncthreads();
    if (rank == 0)
        s.count[digit][warp] = __popc(peers);
    __syncthreads();
    scan_counts(s, t);
    __syncthreads();
    s.element[s.first[digit][warp] + rank] = e;
    __syncthreads();
    return s.element[t];
}

// ---------------------------------------------------------------- the kernel

__device__ inline Element element_at(const float *x, int t, int n)
{
    if (t >= n)
        return padding(t);
    Element e;
    e.key = key_of(x[t]);
    e.from = t;
    return e;
}

// The distance to the next larger number; the largest has none.
__device__ inline float gap_after(const Shared &s, int t, int n)
{
    if (t + 1 >= n)
        return 0.0f;
    return value_of(s.element[t + 1].key) - value_of(s.element[t].key);
}

// Sorts up to 64 floats and says where each came from and how far the next is. Equal numbers keep their order.
__global__ void sort_block(const float *x, float *sorted, int *from, float *gap, int n)
{
    __shared__ Shared s;
    int t = threadIdx.x;
    Element e = element_at(x, t, n);
    for (int pass = 0; pass < PASSES; pass++) {
        e = pass_of(s, e, t, pass);
        __syncthreads();
    }
    if (t < n) {
        sorted[t] = value_of(e.key);
        from[t] = e.from;
        gap[t] = gap_after(s, t, n);
    }
}
