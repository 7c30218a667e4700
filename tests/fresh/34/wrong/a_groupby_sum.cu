// fpcheck: groupby_partial <<<4, 128>>> key=@a_groupby_sum_key.npy amount=@a_groupby_sum_amount.npy gkey=inout:zeros:64 gsum=inout:zeros:64 gcount=inout:zeros:64 n=2048
// fpcheck+ groupby_emit <<<1, 32>>> total=empty:8 rows=empty:8 groups=8 --ref 'total=@a_groupby_sum_total.npy' --ref 'rows=@a_groupby_sum_rows.npy'
// expect: error overflow at line 58
// why: SUM(int32) is accumulated in 32 bits inside the block's hash table and widened to 64 bits only at the flush (the sum-of-int32 overflow known from several GPU data frames); about 60 amounts of up to 1.2e8 a group and block pass 2^31
// figure: total[2] computed -5702573849, exact 28657164519 (6 of 8 elements off)
#include <cuda_runtime.h>

// Hash aggregation in two levels: every block aggregates its rows in a table
// in shared memory, then merges the table into the global one.  Keys are
// non-zero; zero marks an empty slot.  SELECT key, SUM(amount), COUNT(*).

constexpr int LOCAL_SLOTS = 32;
constexpr int GLOBAL_SLOTS = 64;

struct LocalTable {
    unsigned key[LOCAL_SLOTS];
    int sum[LOCAL_SLOTS];
    int count[LOCAL_SLOTS];
};

__device__ __forceinline__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__device__ void clear_table(LocalTable& t)
{
    for (int i = threadIdx.x; i < LOCAL_SLOTS; i += blockDim.x) {
        t.key[i] = 0;
        t.sum[i] = 0;
        t.count[i] = 0;
    }
}

// The slot of a key, claimed if it is new; linear probing.
__device__ int claim(unsigned* keys, unsigned key, int slots)
{
    unsigned at = mix(key) & (slots - 1);
    for (int probe = 0; probe < slots; ++probe) {
        unsigned seen = atomicCAS(&keys[at], 0u, key);
        if (seen == 0u || seen == key)
            return (int)at;
        at = (at + 1) & (slots - 1);
    }
    return -1;
}

__device__ void add_row(LocalTable& t, unsigned key, int amount)
{
    int at = claim(t.key, key, LOCAL_SLOTS);
    if (at < 0)
        return;
    atomicAdd(&t.sum[at], amount);
    atomicAdd(&t.count[at], 1);
}

__device__ void flush(const LocalTable& t, unsigned* gkey, unsigned long long* gsum, int* gcount)
{
    for (int i = threadIdx.x; i < LOCAL_SLOTS; i += blockDim.x) {
        if (t.key[i] == 0)
            continue;
        int at = claim(gkey, t.key[i], GLOBAL_SLOTS);
        if (at < 0)
            continue;
        long long wide = t.sum[i];
        atomicAdd(&gsum[at], (unsigned long long)wide);
        atomicAdd(&gcount[at], t.count[i]);
    }
}

__global__ void groupby_partial(const unsigned* key, const int* amount, unsigned* gkey, unsigned long long* gsum,
                                int* gcount, int n)
{
    __shared__ LocalTable table;
    clear_table(table);
    __syncthreads();
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < n; row += gridDim.x * blockDim.x)
        add_row(table, key[row], amount[row]);
    __syncthreads();
    flush(table, gkey, gsum, gcount);
}

// Keys are 1..groups: write them in order.
__global__ void groupby_emit(const unsigned* gkey, const unsigned long long* gsum, const int* gcount, long long* total,
                             int* rows, int groups)
{
    int g = threadIdx.x;
    if (g >= groups)
        return;
    unsigned key = g + 1;
    unsigned at = mix(key) & (GLOBAL_SLOTS - 1);
    long long s = 0;
    int c = 0;
    for (int probe = 0; probe < GLOBAL_SLOTS; ++probe) {
        if (gkey[at] == key) {
            s = (long long)gsum[at];
            c = gcount[at];
            break;
        }
        at = (at + 1) & (GLOBAL_SLOTS - 1);
    }
    total[g] = s;
    rows[g] = c;
}
