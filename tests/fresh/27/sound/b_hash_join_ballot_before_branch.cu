// fpcheck: hash_join <<<1, 64>>> build_key=[11, 43, 75, 107, 5, 6, 9, 300, 12, 77, 21, 1024] build_price=[1.5, 2.25, 3.0, 4.5, 5.0, 6.25, 7.75, 8.0, 9.5, 10.0, 11.5, 12.0] probe_key=[43, 6, 8, 11, 300, 301, 1024, 5, 75, 2, 107, 9, 12, 12, 43, 99, 77, 78, 21, 6] probe_amount=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0] out_row=inout:const(-1):20 out_value=inout:zeros:20 category=[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3] by_category=empty:4 largest=empty:1 revenue=empty:1 matched=empty:1 builds=12 probes=20
// expect: ok
// why: every lane votes before the branch; the table is filled by atomicCAS and probed after a barrier
// figure: values are exact products; revenue exact; shares half an ulp
// Inner join of a small dimension table with a fact table, one block. The build side goes into a hash table in shared memory (open
// addressing, linear probing); every probing row that finds its key writes (row, amount * price), compacted by warps in the order of
// the rows within each, and the revenue of all matches is reduced at the end.
constexpr int SLOTS = 32; // a power of two, more than twice the build side
constexpr int EMPTY = -1;
constexpr int NONE = -1;
constexpr unsigned FULL = 0xffffffffu;
constexpr int MAX_WARPS = 8; // of the block
constexpr int CATEGORIES = 4;
static_assert((SLOTS & (SLOTS - 1)) == 0, "probing wraps by a mask");

// Multiplicative hashing with the upper half's low bits.
__device__ unsigned slot_of(int key)
{
    unsigned h = (unsigned)key * 2654435761u;
    return (h >> 16) & (SLOTS - 1);
}

// Keys of the build side are unique, so whoever gets the slot owns it.
__device__ void insert(int *keys, int *rows, int key, int row)
{
    unsigned s = slot_of(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        int old = atomicCAS(&keys[s], EMPTY, key);
        if (old == EMPTY || old == key) {
            rows[s] = row;
            return;
        }
        s = (s + 1) & (SLOTS - 1);
    }
}

// The row of the build side with this key, or NONE. The table has empty slots, so every search ends.
__device__ int find(const int *keys, const int *rows, int key)
{
    unsigned s = slot_of(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        if (keys[s] == key)
            return rows[s];
        if (keys[s] == EMPTY)
            return NONE;
        s = (s + 1) & (SLOTS - 1);
    }
    return NONE;
}

// Prices and amounts are short, so that values in 1/1024 are integers and a category's sum does not depend on the order.
__device__ void add_to_category(unsigned long long *sums, int category, float value)
{
    atomicAdd(&sums[category], (unsigned long long)__float2ll_rn(value * 1024.0f));
}

// Values are not negative, so their bits are ordered as they are.
__device__ void raise_to(unsigned *largest_bits, float value)
{
    atomicMax(largest_bits, __float_as_uint(value));
}

// The categories' sums as shares of all; nothing was sold: all shares are 0.
__device__ float share_of(const unsigned long long *sums, int category)
{
    unsigned long long all = 0;
    for (int c = 0; c < CATEGORIES; c++)
        all += sums[c];
    if (all == 0)
        return 0.0f;
    return (float)((double)sums[category] / (double)all);
}

// Sum of a warp, in lane 0.
__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(FULL, v, o);
    return v;
}

__global__ void hash_join(const int *build_key, const float *build_price, const int *probe_key, const float *probe_amount, int *out_row,
                          float *out_value, const int *category, float *by_category, float *largest, double *revenue, int *matched,
                          int builds, int probes)
{
    __shared__ int keys[SLOTS];
    __shared__ int rows[SLOTS];
    __shared__ int cursor;
    __shared__ double sums[MAX_WARPS];
    __shared__ unsigned long long sold[CATEGORIES];
    __shared__ unsigned largest_bits;

    int t = threadIdx.x;
    int lane = t & 31;
    int warp = t >> 5;
    int warps = blockDim.x >> 5;

    for (int s = t; s < SLOTS; s += blockDim.x)
        keys[s] = EMPTY;
    if (t < CATEGORIES)
        sold[t] = 0;
    if (t == 0)
        cursor = 0;
    if (t == 32)
        largest_bits = 0;
    __syncthreads();

    for (int b = t; b < builds; b += blockDim.x)
        insert(keys, rows, build_key[b], b);
    __syncthreads();

    double sum = 0.0;
    int rounds = (probes + (int)blockDim.x - 1) / (int)blockDim.x;
    for (int r = 0; r < rounds; r++) {
        int p = r * blockDim.x + t;
        int match = p < probes ? find(keys, rows, probe_key[p]) : NONE;
        unsigned votes = __ballot_sync(FULL, match != NONE);
        int leader = votes ? __ffs(votes) - 1 : 0;
        int base = 0;
        if (votes != 0 && lane == leader)
            base = atomicAdd(&cursor, __popc(votes));
        base = __shfl_sync(FULL, base, leader);
        if (match != NONE) {
            int to = base + __popc(votes & ((1u << lane) - 1u));
            float value = probe_amount[p] * build_price[match];
            out_row[to] = p;
            out_value[to] = value;
            sum += (double)value;
            add_to_category(sold, category[match], value);
            raise_to(&largest_bits, value);
        }
    }

    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();

    if (t < CATEGORIES)
        by_category[t] = share_of(sold, t);

    if (t == 0) {
        double all = 0.0;
        for (int w = 0; w < warps; w++)
            all += sums[w];
        revenue[0] = all;
        matched[0] = cursor;
        largest[0] = __uint_as_float(largest_bits);
    }
}
