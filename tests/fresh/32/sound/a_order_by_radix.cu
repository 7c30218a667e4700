// fpcheck: order_by <<<2, 256>>> x=@a_order_by_radix_x.npy sorted=empty:480 rows=empty:480 n=480 --ref 'sorted=@a_order_by_radix_sorted_ref.npy' --ref 'rows=@a_order_by_radix_rows_ref.npy' --tol bitwise
// expect: ok
// why: sorts floats by their bits: sign set for positive ones, everything inverted for negative ones; tail keys of all ones sort last and are never stored; a subnormal keeps its place
// figure: sorted[0] computed -243.38768, exact -243.38768005371094; 0 of 480 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

// ORDER BY of a block's floats, with their row numbers: an LSD radix sort of 256 keys, one bit a pass.

#define THREADS 256
#define WARPS (THREADS / 32)

struct Pair {
    unsigned key;
    unsigned row;
};

// floats whose order as unsigned numbers is that of the values
__device__ unsigned encode(float x)
{
    unsigned u = __float_as_uint(x);
    return u ^ ((unsigned)((int)u >> 31) | 0x80000000u);
}

__device__ float decode(unsigned k)
{
    unsigned u = k & 0x80000000u ? k ^ 0x80000000u : ~k;
    return __uint_as_float(u);
}

struct Scratch {
    Pair pairs[THREADS];
    unsigned zeros[WARPS];
    unsigned before[WARPS];
    unsigned total;
};

// how many threads before this one hold a zero bit; all zeros go to total
__device__ unsigned zeros_before(bool zero, Scratch& s)
{
    unsigned lane = threadIdx.x & 31;
    unsigned warp = threadIdx.x >> 5;
    unsigned ballot = __ballot_sync(0xffffffffu, zero);
    if (lane == 0)
        s.zeros[warp] = __popc(ballot);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; ++w) {
            s.before[w] = sum;
            sum += s.zeros[w];
        }
        s.total = sum;
    }
    __syncthreads();
    return s.before[warp] + __popc(ballot & ((1u << lane) - 1u));
}

__device__ Pair split(Pair p, int bit, Scratch& s)
{
    bool zero = !(p.key >> bit & 1u);
    unsigned rank = zeros_before(zero, s);
    unsigned to = zero ? rank : s.total + threadIdx.x - rank;
    s.pairs[to] = p;
    __syncthreads();
    Pair q = s.pairs[threadIdx.x];
    __syncthreads();
    return q;
}

__device__ Pair sort_block(Pair p, Scratch& s)
{
    for (int bit = 0; bit < 32; ++bit)
        p = split(p, bit, s);
    return p;
}

// rows beyond the end sort last
__device__ unsigned tail_key()
{
    return 0xffffffffu;
}

__device__ Pair load_pair(const float* x, int i, int n)
{
    Pair p;
    p.key = i < n ? encode(x[i]) : tail_key();
    p.row = i;
    return p;
}

__device__ void store_pair(Pair p, float* sorted, unsigned* rows, int i)
{
    sorted[i] = decode(p.key);
    rows[i] = p.row;
}

__global__ void order_by(const float* x, float* sorted, unsigned* rows, int n)
{
    __shared__ Scratch s;
    int base = blockIdx.x * THREADS;
    int i = base + threadIdx.x;
    Pair p = load_pair(x, i, n);
    p = sort_block(p, s);
    if (i < n)
        store_pair(p, sorted, rows, i);
}
