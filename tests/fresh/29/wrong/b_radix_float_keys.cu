// fpcheck: sort_keys <<<1, 64>>> in=[3.5,-1.25,0.0625,-7.75,12,-0.5,100.5,-0.001,0.001,2,-64,33.25,-2.5,0.75,8,-15,500000,-30000,1,-1] out=empty:20 order=empty:20 n=20 want=[-30000,-64,-15,-7.75,-2.5,-1.25,-1,-0.5,-0.001,0.001,0.0625,0.75,1,2,3.5,8,12,33.25,100.5,500000] --ref 'out=want' --tol rtol=1e-7,atol=0
// expect: error mismatch at line 33
// why: sign bit only: negative floats sort by magnitude, in the opposite order, as their other bits are not inverted
// figure: out[0] computed -0.001, MPFR -30000
#include <cuda_runtime.h>
#include <stdint.h>

// Block-level LSD radix sort of float keys with a 32-bit payload.
//
// One bit per pass: the keys with a zero bit go to the front, those with a one bit
// behind them, both in their former order (a stable split). Floats are mapped to
// unsigned integers whose order is theirs.

#define SORT_THREADS 64
#define KEY_BITS 32
#define WARPS (SORT_THREADS / 32)

struct SortStorage {
    uint32_t keys[SORT_THREADS];
    int values[SORT_THREADS];
    int warp_totals[WARPS];
    int total_zeros;
};

// -----------------------------------------------------------------------------
// Order-preserving maps
// -----------------------------------------------------------------------------

__device__ __forceinline__ uint32_t float_to_sortable(float f)
{
    uint32_t bits = __float_as_uint(f);
    // Flip the sign bit, so that negative numbers come first
    return bits ^ 0x80000000u;
}

__device__ __forceinline__ float sortable_to_float(uint32_t key)
{
    return __uint_as_float(key ^ 0x80000000u);
}

// -----------------------------------------------------------------------------
// Exclusive scan of one flag per thread
// -----------------------------------------------------------------------------

__device__ int block_exclusive_scan(int flag, SortStorage &s)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;

    // Within the warp a ballot does it
    unsigned ballot = __ballot_sync(0xffffffffu, flag);
    int before = __popc(ballot & ((1u << lane) - 1u));
    if (lane == 0)
        s.warp_totals[warp] = __popc(ballot);
    __syncthreads();

    int offset = 0;
    int total = 0;
    for (int w = 0; w < WARPS; w++) {
        int t = s.warp_totals[w];
        if (w < warp)
            offset += t;
        total += t;
    }
    if (threadIdx.x == 0)
        s.total_zeros = total;
    __syncthreads();
    return offset + before;
}

// -----------------------------------------------------------------------------
// One pass
// -----------------------------------------------------------------------------

__device__ void split_by_bit(SortStorage &s, int bit)
{
    int tid = threadIdx.x;
    uint32_t key = s.keys[tid];
    int value = s.values[tid];

    int is_zero = !((key >> bit) & 1u);
    int zeros_before = block_exclusive_scan(is_zero, s);

    int dst = is_zero ? zeros_before : s.total_zeros + (tid - zeros_before);

    // Everyone has read before anyone writes (two barriers in the scan)
    s.keys[dst] = key;
    s.values[dst] = value;
    __syncthreads();
}

__device__ void radix_sort_block(SortStorage &s)
{
    for (int bit = 0; bit < KEY_BITS; bit++)
        split_by_bit(s, bit);
}

// -----------------------------------------------------------------------------
// Kernel: sorts n <= SORT_THREADS keys ascending, and returns the permutation
// -----------------------------------------------------------------------------

__global__ void sort_keys(const float *__restrict__ in, float *__restrict__ out,
                          int *__restrict__ order, int n)
{
    __shared__ SortStorage s;

    int tid = threadIdx.x;

    // Padding sorts behind everything
    s.keys[tid] = tid < n ? float_to_sortable(in[tid]) : 0xffffffffu;
    s.values[tid] = tid;
    __syncthreads();

    radix_sort_block(s);

    if (tid < n) {
        out[tid] = sortable_to_float(s.keys[tid]);
        order[tid] = s.values[tid];
    }
}

// Host launcher: one block
void launch_sort(const float *in, float *out, int *order, int n)
{
    sort_keys<<<1, SORT_THREADS>>>(in, out, order, n);
}
