// fpcheck: group_by_sum <<<2, 64>>> keys=@b_groupby_keys.npy cents=@b_groupby_cents.npy sums=inout:[0,0,0,0,0] counts=inout:[0,0,0,0,0] n=160 groups=5
// fpcheck+ finalize_average <<<1, 32>>> totals=sums rows=counts average=empty:5 groups=5 want=[738340.846875,753.8678125,766911.403125,-744036.6640625,749665.02125] --ref 'average=want' --tol rtol=1e-12,atol=0
// expect: error overflow at line 87
// why: sums of cents in 32 bit: each block stays below 2^31, the merge of both blocks wraps around
// figure: average[0] computed -603836.433125, MPFR 738340.846875
#include <cuda_runtime.h>
#include <stdint.h>

// SELECT key, SUM(amount), COUNT(*) FROM t GROUP BY key
//
// Hash aggregation in two steps: every block aggregates its rows in a small open-addressing
// table in shared memory, then merges its groups into the table in global memory.
// Amounts are cents, so that sums are exact and do not depend on the order of the rows.

#define BLOCK_SIZE 64
#define TABLE_SIZE 32          // power of two
#define EMPTY_KEY 0xffffffffu

typedef int acc_t;

struct SharedTable {
    unsigned int keys[TABLE_SIZE];
    acc_t sums[TABLE_SIZE];
    unsigned int counts[TABLE_SIZE];
};

// -----------------------------------------------------------------------------
// Hashing
// -----------------------------------------------------------------------------

// Finaliser of MurmurHash3
__device__ __forceinline__ unsigned int hash_key(unsigned int k)
{
    k ^= k >> 16;
    k *= 0x85ebca6bu;
    k ^= k >> 13;
    k *= 0xc2b2ae35u;
    k ^= k >> 16;
    return k;
}

// Finds the slot of a key, or claims an empty one for it.
__device__ int find_or_insert(unsigned int *keys, unsigned int key)
{
    unsigned int slot = hash_key(key) & (TABLE_SIZE - 1);
    for (int probe = 0; probe < TABLE_SIZE; probe++) {
        unsigned int prev = atomicCAS(&keys[slot], EMPTY_KEY, key);
        if (prev == EMPTY_KEY || prev == key)
            return (int)slot;
        slot = (slot + 1) & (TABLE_SIZE - 1);
    }
    return -1; // table is full
}

// -----------------------------------------------------------------------------
// Shared table
// -----------------------------------------------------------------------------

__device__ void clear_table(SharedTable &t)
{
    for (int i = threadIdx.x; i < TABLE_SIZE; i += blockDim.x) {
        t.keys[i] = EMPTY_KEY;
        t.sums[i] = 0;
        t.counts[i] = 0;
    }
}

__device__ void aggregate_row(SharedTable &t, unsigned int key, int cents)
{
    int slot = find_or_insert(t.keys, key);
    if (slot < 0)
        return;
    atomicAdd(&t.sums[slot], cents);
    atomicAdd(&t.counts[slot], 1u);
}

// -----------------------------------------------------------------------------
// Merge into the global table: key k lives in row k
// -----------------------------------------------------------------------------

__device__ void flush_table(const SharedTable &t, acc_t *sums, unsigned int *counts, int groups)
{
    for (int i = threadIdx.x; i < TABLE_SIZE; i += blockDim.x) {
        unsigned int key = t.keys[i];
        if (key == EMPTY_KEY || key >= (unsigned int)groups)
            continue;
        atomicAdd(&sums[key], t.sums[i]);
        atomicAdd(&counts[key], t.counts[i]);
    }
}

// -----------------------------------------------------------------------------
// Kernels
// -----------------------------------------------------------------------------

/**
 * @param keys    group of each row               [n]
 * @param cents   amount of each row, may be < 0  [n]
 * @param sums    zero before the launch          [groups]
 * @param counts  zero before the launch          [groups]
 */
__global__ void group_by_sum(const unsigned int *__restrict__ keys,
                             const int *__restrict__ cents, acc_t *sums,
                             unsigned int *counts, int n, int groups)
{
    __shared__ SharedTable table;

    clear_table(table);
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        aggregate_row(table, keys[i], cents[i]);
    __syncthreads();

    flush_table(table, sums, counts, groups);
}

// AVG(amount), in units
__global__ void finalize_average(const acc_t *__restrict__ totals,
                                 const unsigned int *__restrict__ rows,
                                 double *__restrict__ average, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups)
        return;
    double total = (double)totals[g];
    average[g] = rows[g] > 0 ? total / (100.0 * (double)rows[g]) : 0.0;
}
