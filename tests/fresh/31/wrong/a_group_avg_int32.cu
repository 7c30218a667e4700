// fpcheck: clear_slots <<<1, 32>>> slot_key=empty:32:i32 slot_sum=empty:32:i32 slot_count=empty:32:i32 slot_min=empty:32:i32 slot_max=empty:32:i32 avg=empty:6 lo=empty:6 hi=empty:6 slots=32 groups=6 --ref avg=@a_group_avg_int32_avg.npy --tol rtol=1e-5,atol=0
// fpcheck+ aggregate_rows <<<2, 64>>> key=@a_group_avg_int32_key.npy price=@a_group_avg_int32_price.npy quantity=@a_group_avg_int32_quantity.npy rows=120 slots=32
// fpcheck+ emit_groups <<<1, 32>>> slots=32
// expect: error integer overflow of a sum at line 121
// why: SUM(price * quantity) in cents is kept in int32: two groups exceed 2^31 cents (21 million), wrap, and AVG comes out negative or small
// figure: avg[2] computed -412951.562, MPFR 1238958.93
//
// SELECT store, AVG(price * quantity) / 100, MIN(..), MAX(..) FROM sales GROUP BY store
//
// Open addressing in global memory. Rows of one warp that fall into one group are combined first, so that one lane a group
// goes to memory. Three launches: clear, aggregate, emit.

#define EMPTY_KEY (-1)

struct Row {
    int key;
    int amount;
    bool valid;
};

__device__ __forceinline__ unsigned mix32(unsigned h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h;
}

__device__ __forceinline__ Row load_row(const int *key, const int *price, const int *quantity, int row, int rows)
{
    Row r;
    r.valid = row < rows;
    r.key = r.valid ? key[row] : EMPTY_KEY;
    r.amount = r.valid ? price[row] * quantity[row] : 0;
    return r;
}

// The slot of a key: probes until the key or an empty slot is met.
__device__ int find_slot(int *slot_key, int key, int slots)
{
    unsigned mask = (unsigned)slots - 1u;
    unsigned s = mix32((unsigned)key) & mask;
    for (int probe = 0; probe < slots; probe++) {
        int seen = atomicCAS(&slot_key[s], EMPTY_KEY, key);
        if (seen == EMPTY_KEY || seen == key)
            return (int)s;
        s = (s + 1u) & mask;
    }
    return -1;
}

// Sum, minimum and maximum over the lanes of `peers`.
__device__ int combine_sum(unsigned peers, int v)
{
    int total = 0;
    for (unsigned rest = peers; rest; rest &= rest - 1) {
        int lane = __ffs(rest) - 1;
        total += __shfl_sync(peers, v, lane);
    }
    return total;
}

__device__ int combine_min(unsigned peers, int v)
{
    int best = v;
    for (unsigned rest = peers; rest; rest &= rest - 1)
        best = min(best, __shfl_sync(peers, v, __ffs(rest) - 1));
    return best;
}

__device__ int combine_max(unsigned peers, int v)
{
    int best = v;
    for (unsigned rest = peers; rest; rest &= rest - 1)
        best = max(best, __shfl_sync(peers, v, __ffs(rest) - 1));
    return best;
}

__global__ void clear_slots(int *slot_key, int *slot_sum, int *slot_count, int *slot_min, int *slot_max,
                            float *avg, float *lo, float *hi, int slots, int groups)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s < slots) {
        slot_key[s] = EMPTY_KEY;
        slot_sum[s] = 0;
        slot_count[s] = 0;
        slot_min[s] = 0x7fffffff;
        slot_max[s] = -0x7fffffff - 1;
    }
    if (s < groups) {
        avg[s] = 0.0f;
        lo[s] = 0.0f;
        hi[s] = 0.0f;
    }
}

__global__ void aggregate_rows(const int *key, const int *price, const int *quantity, int *slot_key, int *slot_sum,
                               int *slot_count, int *slot_min, int *slot_max, int rows, int slots)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    Row r = load_row(key, price, quantity, row, rows);

    unsigned valid = __ballot_sync(0xffffffffu, r.valid);
    if (!r.valid)
        return;
    unsigned peers = __match_any_sync(valid, r.key);
    int leader = __ffs(peers) - 1;
    int lane = threadIdx.x & 31;

    int sum = combine_sum(peers, r.amount);
    int low = combine_min(peers, r.amount);
    int high = combine_max(peers, r.amount);
    if (lane != leader)
        return;

    int s = find_slot(slot_key, r.key, slots);
    if (s < 0)
        return;
    atomicAdd(&slot_sum[s], sum);
    atomicAdd(&slot_count[s], __popc(peers));
    atomicMin(&slot_min[s], low);
    atomicMax(&slot_max[s], high);
}

__global__ void emit_groups(const int *slot_key, const int *slot_sum, const int *slot_count, const int *slot_min,
                            const int *slot_max, float *avg, float *lo, float *hi, int slots)
{
    int s = threadIdx.x;
    if (s >= slots)
        return;
    int key = slot_key[s];
    if (key == EMPTY_KEY)
        return;
    avg[key] = (float)slot_sum[s] / (100.0f * (float)slot_count[s]);
    lo[key] = (float)slot_min[s] / 100.0f;
    hi[key] = (float)slot_max[s] / 100.0f;
}

// Host side: one table for one query, tables are a power of two of at least twice the groups.
void group_by_store(const int *key, const int *price, const int *quantity, int *table, float *result, int rows, int slots,
                    int groups, cudaStream_t stream)
{
    int *slot_key = table, *slot_sum = table + slots, *slot_count = table + 2 * slots;
    int *slot_min = table + 3 * slots, *slot_max = table + 4 * slots;
    float *avg = result, *lo = result + groups, *hi = result + 2 * groups;
    clear_slots<<<(slots + 31) / 32, 32, 0, stream>>>(slot_key, slot_sum, slot_count, slot_min, slot_max, avg, lo, hi,
                                                      slots, groups);
    aggregate_rows<<<(rows + 63) / 64, 64, 0, stream>>>(key, price, quantity, slot_key, slot_sum, slot_count, slot_min,
                                                        slot_max, rows, slots);
    emit_groups<<<1, slots, 0, stream>>>(slot_key, slot_sum, slot_count, slot_min, slot_max, avg, lo, hi, slots);
}
