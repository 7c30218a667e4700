// fpcheck: build <<<2, 64>>> bkey=@a_hash_join_bkey.npy price=@a_hash_join_price.npy slot_key=inout:zeros:256 slot_row=inout:zeros:256 nb=100
// fpcheck+ probe <<<4, 64>>> pkey=@a_hash_join_pkey.npy quantity=@a_hash_join_quantity.npy revenue=empty:256 total=inout:zeros:1 extreme=empty:8 np=256 --ref 'revenue=@a_hash_join_revenue.npy' --ref 'total=@a_hash_join_total.npy' --ref 'extreme=@a_hash_join_extreme.npy'
// expect: ok
// why: the hash wraps modulo 2^32 on purpose, the slots are claimed by a compare-and-swap loop, negative amounts are added through unsigned 64-bit atomics, and money is fixed point with a rounding half away from zero: all exact
// figure: all of revenue, total, extreme exactly as the reference, e.g. revenue[0] = 0
#include <cuda_runtime.h>

// SELECT SUM(quantity * price) FROM probe JOIN build USING (key): prices in
// hundredths of a cent, revenue in cents.  Rows without a partner count 0.

constexpr unsigned SLOTS = 256;
constexpr unsigned EMPTY = 0u;                   // keys are not zero

__device__ __forceinline__ unsigned fibonacci(unsigned key)
{
    return (key * 2654435769u) >> 24;
}

__device__ __forceinline__ unsigned next_slot(unsigned s)
{
    return (s + 1u) & (SLOTS - 1u);
}

__device__ void insert(unsigned* slot_key, int* slot_row, unsigned key, int row)
{
    unsigned s = fibonacci(key);
    while (true) {
        unsigned seen = atomicCAS(&slot_key[s], EMPTY, key);
        if (seen == EMPTY) {
            slot_row[s] = row;                   // keys are unique: nobody else writes it
            return;
        }
        s = next_slot(s);
    }
}

__device__ int find(const unsigned* slot_key, const int* slot_row, unsigned key)
{
    unsigned s = fibonacci(key);
    while (true) {
        unsigned seen = slot_key[s];
        if (seen == key)
            return slot_row[s];
        if (seen == EMPTY)
            return -1;
        s = next_slot(s);
    }
}

// Hundredths of a cent to cents, half away from zero.
__device__ long long to_cents(long long v)
{
    return v >= 0 ? (v + 50) / 100 : (v - 50) / 100;
}

__device__ long long warp_sum(long long v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

// Smallest and largest revenue of a block's matched rows; identities are the
// ends of the type's range, so negative revenues are seen.
struct Extremes {
    long long low, high;
};

constexpr long long LOWEST = (long long)0x8000000000000000ull;
constexpr long long HIGHEST = 0x7fffffffffffffffll;

__device__ Extremes join(Extremes a, Extremes b)
{
    a.low = b.low < a.low ? b.low : a.low;
    a.high = b.high > a.high ? b.high : a.high;
    return a;
}

__device__ Extremes warp_extremes(Extremes e)
{
    for (int d = 16; d > 0; d >>= 1) {
        Extremes o = {__shfl_xor_sync(0xffffffffu, e.low, d), __shfl_xor_sync(0xffffffffu, e.high, d)};
        e = join(e, o);
    }
    return e;
}

__global__ void build(const unsigned* bkey, const int* price, unsigned* slot_key, int* slot_row, int nb)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nb)
        insert(slot_key, slot_row, bkey[i], i);
}

__global__ void probe(const unsigned* pkey, const int* quantity, const unsigned* slot_key, const int* slot_row,
                      const int* price, long long* revenue, unsigned long long* total, long long* extreme, int np)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ Extremes part[2];
    long long mine = 0;
    Extremes e = {HIGHEST, LOWEST};
    if (i < np) {
        int row = find(slot_key, slot_row, pkey[i]);
        if (row >= 0) {
            mine = to_cents((long long)quantity[i] * price[row]);
            e = {mine, mine};
        }
        revenue[i] = mine;
    }
    long long all = warp_sum(mine);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, (unsigned long long)all);
    e = warp_extremes(e);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = e;
    __syncthreads();
    if (threadIdx.x == 0) {
        e = join(part[0], part[1]);
        extreme[2 * blockIdx.x] = e.low;
        extreme[2 * blockIdx.x + 1] = e.high;
    }
}
