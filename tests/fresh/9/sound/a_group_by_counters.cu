// fpcheck: load_state<<<1, 32>>> before=[16777216,99999999,123456789012,5,0,2147483647,4294967296,16777217] slot_key=empty:16 rows=empty:16 sum=empty:16 want=[128,128,128,128,128,128,128,128] ref=added=want
// fpcheck+ add_rows<<<4, 256>>> customer=arange:1024 amount=const(0.375):1024 n=1024
// fpcheck+ report<<<1, 32>>> added=empty:8 revenue=empty:8 part=empty:8
// expect: ok
// why: counts beyond 2^24 and 2^32 and sums by atomics in any order: but both are 64-bit integers, sums in tenths of a cent
// figure: error 0 of rtol 1e-6 (added 128, revenue 48 for every region)
// GROUP BY region over a batch of rows, on top of the state of the batches before: an open-addressing
// table in global memory, one thread a row, then a report of what this batch added.
#define SLOTS 16
#define REGIONS 8
#define EMPTY (-1)

typedef unsigned long long counter;
typedef unsigned long long money;

__device__ __forceinline__ unsigned scramble(unsigned key)
{
    key ^= key >> 16;
    key *= 0x7feb352du;
    key ^= key >> 15;
    key *= 0x846ca68bu;
    key ^= key >> 16;
    return key;
}

// The slot of a key, which is claimed if nobody has it yet.
__device__ int claim(int *slot_key, int key)
{
    unsigned s = scramble((unsigned)key) & (SLOTS - 1);
    for (int probe = 0; probe < SLOTS; probe++) {
        int old = atomicCAS(&slot_key[s], EMPTY, key);
        if (old == EMPTY || old == key)
            return (int)s;
        s = (s + 1) & (SLOTS - 1);
    }
    return -1;
}

// The slot of a key that is there.
__device__ int find(const int *slot_key, int key)
{
    unsigned s = scramble((unsigned)key) & (SLOTS - 1);
    for (int probe = 0; probe < SLOTS; probe++) {
        if (slot_key[s] == key)
            return (int)s;
        if (slot_key[s] == EMPTY)
            return -1;
        s = (s + 1) & (SLOTS - 1);
    }
    return -1;
}

__device__ __forceinline__ int region_of(int customer)
{
    return customer % REGIONS;
}

// Tenths of a cent: sums of integers do not depend on the order of the atomics.
__device__ __forceinline__ money to_money(float amount)
{
    return (money)llrint((double)amount * 1000.0);
}

__device__ __forceinline__ float from_money(money m)
{
    return (float)((double)m / 1000.0);
}

struct Group {
    counter rows;
    money sum;
};

__device__ Group empty_group()
{
    Group g;
    g.rows = 0;
    g.sum = 0;
    return g;
}

// Puts the groups of the earlier batches into the table.
__global__ void load_state(const counter *before, int *slot_key, counter *rows, money *sum)
{
    int r = threadIdx.x;
    for (int s = r; s < SLOTS; s += blockDim.x) {
        Group g = empty_group();
        slot_key[s] = EMPTY;
        rows[s] = g.rows;
        sum[s] = g.sum;
    }
    __syncthreads();
    if (r >= REGIONS)
        return;
    int s = claim(slot_key, r);
    if (s >= 0)
        rows[s] = before[r];
}

// One thread a row.
__global__ void add_rows(const int *customer, const float *amount, int *slot_key, counter *rows, money *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int s = claim(slot_key, region_of(customer[i]));
    if (s < 0)
        return;
    atomicAdd(&rows[s], 1ull);
    atomicAdd(&sum[s], to_money(amount[i]));
}

__device__ Group read_group(const int *slot_key, const counter *rows, const money *sum, int region)
{
    int s = find(slot_key, region);
    Group g = empty_group();
    if (s >= 0) {
        g.rows = rows[s];
        g.sum = sum[s];
    }
    return g;
}

// What this batch added to every region, and the part of its revenue in the whole batch.
__global__ void report(const counter *before, const int *slot_key, const counter *rows, const money *sum,
                       float *added, float *revenue, float *part)
{
    __shared__ float total;
    int r = threadIdx.x;
    Group g = empty_group();
    if (r < REGIONS)
        g = read_group(slot_key, rows, sum, r);

    if (r == 0)
        total = 0.0f;
    __syncthreads();
    float mine = from_money(g.sum);
    if (r < REGIONS)
        atomicAdd(&total, mine);
    __syncthreads();

    if (r >= REGIONS)
        return;
    added[r] = (float)(g.rows - before[r]);
    revenue[r] = mine;
    part[r] = total > 0.0f ? mine / total : 0.0f;
}

// Rows of the fullest region: a hint for the next resize of the table.
__global__ void fullest(const int *slot_key, const counter *rows, float *most)
{
    float v = 0.0f;
    if (threadIdx.x < SLOTS && slot_key[threadIdx.x] != EMPTY)
        v = (float)rows[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    if (threadIdx.x == 0)
        most[0] = v;
}
