// fpcheck: order_by <<<1, 64>>> balance=[148.21,22.64,-306.04,713.19,-490.99,203.89,757.62,-386.86,275.98,363.31,-442.75,30.63,484.87,132.83,515.09,-279.98,-166.78,-344.67,208.78,793.36,326.6,583.89,37.13,544.53,-357.66,-92.35,443.93,515.99,90.46,-377.2,-126.57,-206.15,-106.34,633.31,-220.72,740.96,731.12,-423.29,30.34,188.4,-467.12,94.62,768.97,-343.14,335.58,-330.27,310.18,753.42,-215.73,-488.45,-383.09,255.68,-475.55,-381.23,195.44,789.3,88.15,57.39,394.2,-369.22,311.72,-258.42,352.44,841.66] sorted=empty:64 row=empty:64 n=64 want=[-490.99,-488.45,-475.55,-467.12,-442.75,-423.29,-386.86,-383.09,-381.23,-377.2,-369.22,-357.66,-344.67,-343.14,-330.27,-306.04,-279.98,-258.42,-220.72,-215.73,-206.15,-166.78,-126.57,-106.34,-92.35,22.64,30.34,30.63,37.13,57.39,88.15,90.46,94.62,132.83,148.21,188.4,195.44,203.89,208.78,255.68,275.98,310.18,311.72,326.6,335.58,352.44,363.31,394.2,443.93,484.87,515.09,515.99,544.53,583.89,633.31,713.19,731.12,740.96,753.42,757.62,768.97,789.3,793.36,841.66] ref=sorted=want --tol rtol=1e-6,atol=0
// expect: error key at line 30
// why: the key of a float for radix sorting flips only the sign bit, of negative numbers too: they must have all bits flipped, and come out in falling order
// figure: computed sorted[0] = -92.35, right -490.99
// ORDER BY of a column of balances in one block: radix sort by four bits a pass, stable, keys and row numbers in shared memory.

#define ROWS 64
#define BITS 4
#define DIGITS (1 << BITS)
#define PASSES (32 / BITS)
#define WARPS (ROWS / 32)

struct Table {
    unsigned key[ROWS];
    int row[ROWS];
};

struct Shared {
    Table a, b;
    int count[WARPS][DIGITS];
    int start[WARPS][DIGITS];
};

// ------------------------------------------------------------ keys

// Bits of a number whose order as unsigned integers is that of the numbers.
__device__ inline unsigned key_of(float x)
{
    unsigned bits = __float_as_uint(x);
    return bits ^ 0x80000000u;
}

__device__ inline float value_of(unsigned key)
{
    return __uint_as_float(key ^ 0x80000000u);
}

__device__ inline int digit(unsigned key, int pass)
{
    return (key >> (pass * BITS)) & (DIGITS - 1);
}

// ------------------------------------------------------------ ranks in a warp

// Lanes of the warp with the same digit.
__device__ unsigned same_digit(int d)
{
    unsigned mask = 0xffffffffu;
    for (int b = 0; b < BITS; b++) {
        bool one = (d >> b) & 1;
        unsigned votes = __ballot_sync(0xffffffffu, one);
        mask &= one ? votes : ~votes;
    }
    return mask;
}

__device__ inline int rank_of(unsigned same, int lane)
{
    return __popc(same & ((1u << lane) - 1u));
}

__device__ inline bool first_of(unsigned same, int lane)
{
    return (__ffs(same) - 1) == lane;
}

// ------------------------------------------------------------ counts and starts

__device__ void clear_counts(Shared &s, int t)
{
    for (int i = t; i < WARPS * DIGITS; i += ROWS)
        s.count[i / DIGITS][i % DIGITS] = 0;
}

__device__ void note_count(Shared &s, int warp, int d, unsigned same, int lane)
{
    if (first_of(same, lane))
        s.count[warp][d] = __popc(same);
}

// Digit by digit, and of one digit warp by warp: exclusive sums, few enough for a single warp.
__device__ void make_starts(Shared &s, int t)
{
    if (t >= 32)
        return;
    int d = t / WARPS;
    int w = t % WARPS;
    int mine = s.count[w][d];
    int sum = mine;
    for (int o = 1; o < 32; o <<= 1) {
        int left = __shfl_up_sync(0xffffffffu, sum, o);
        if (t >= o)
            sum += left;
    }
    s.start[w][d] = sum - mine;
}

// ------------------------------------------------------------ passes

__device__ void one_pass(Shared &s, const Table &from, Table &to, int pass, int t)
{
    int lane = t & 31;
    int warp = t >> 5;
    unsigned key = from.key[t];
    int row = from.row[t];
    int d = digit(key, pass);

    clear_counts(s, t);
    __syncthreads();

    unsigned same = same_digit(d);
    note_count(s, warp, d, same, lane);
    __syncthreads();

    make_starts(s, t);
    __syncthreads();

    int place = s.start[warp][d] + rank_of(same, lane);
    to.key[place] = key;
    to.row[place] = row;
    __syncthreads();
}

__device__ void sort(Shared &s, int t)
{
    for (int pass = 0; pass < PASSES; pass += 2) {
        one_pass(s, s.a, s.b, pass, t);
        one_pass(s, s.b, s.a, pass + 1, t);
    }
}

// ------------------------------------------------------------ loading

// Rows that are not there sort behind all others.
__device__ void load(Shared &s, const float *balance, int n, int t)
{
    s.a.key[t] = t < n ? key_of(balance[t]) : 0xffffffffu;
    s.a.row[t] = t;
    __syncthreads();
}

// Balance of a place of the sorted table.
__device__ inline float balance_at(const Shared &s, int place)
{
    return value_of(s.a.key[place]);
}

__device__ void store(const Shared &s, float *sorted, int *row, int n, int t)
{
    if (t >= n)
        return;
    sorted[t] = balance_at(s, t);
    row[t] = s.a.row[t];
}

// ------------------------------------------------------------ checks

// A row that comes after its neighbour's row though their keys are the same would not be stable.
__device__ bool stable_at(const Shared &s, int t, int n)
{
    if (t + 1 >= n)
        return true;
    if (s.a.key[t] != s.a.key[t + 1])
        return true;
    return s.a.row[t] < s.a.row[t + 1];
}

// Keys that are not in order.
__device__ bool ordered_at(const Shared &s, int t, int n)
{
    return t + 1 >= n || s.a.key[t] <= s.a.key[t + 1];
}

// The keys are in order for the whole block, and rows of the same key as they were.
__device__ bool sorted_well(const Shared &s, int t, int n)
{
    bool good = stable_at(s, t, n) && ordered_at(s, t, n);
    return __syncthreads_and(good);
}

// ------------------------------------------------------------ the kernel

// At most ROWS rows:
//   phase 1: keys and row numbers into shared memory
//   phase 2: eight passes of four bits
//   phase 3: balances and row numbers in order, or row numbers of -1 where the sort failed
__global__ void order_by(const float *balance, float *sorted, int *row, int n)
{
    __shared__ Shared s;
    int t = threadIdx.x;

    // phase 1
    load(s, balance, n, t);

    // phase 2
    sort(s, t);

    // phase 3
    bool good = sorted_well(s, t, n);
    store(s, sorted, row, n, t);
    if (!good && t < n)
        row[t] = -1;
}
