// fpcheck: sort_pairs <<<2, 128>>> key=randn:200 row=arange:200:i32 out_key=empty:200 out_row=empty:200 n=200
// expect: ok
// why: floats sorted by two bits a pass on their bits; counts and places are integers, barriers stand between every read and the write that reuses the slot, idle threads stay to the end
// figure: computed a permutation of the inputs, bit for bit, MPFR the same
// Databases: ORDER BY inside blocks of 128 rows, a stable radix sort of float keys with row numbers.
#define ROWS 128
#define WARPS (ROWS / 32)
#define BITS 2
#define DIGITS (1 << BITS)
#define FULL 0xffffffffu

// ---- keys ---------------------------------------------------------------

__device__ __forceinline__ unsigned sortable(float v)
{
    unsigned u = __float_as_uint(v);
    return (u >> 31) ? ~u : (u | 0x80000000u);
}

__device__ __forceinline__ float original(unsigned k)
{
    return __uint_as_float((k >> 31) ? (k & 0x7fffffffu) : ~k);
}

struct Item
{
    unsigned key;
    int row;

    __device__ int digit(int shift) const
    {
        return (int)((key >> shift) & (DIGITS - 1));
    }
};

// rows past the end sort behind everything: the largest key, and the sort is stable
__device__ Item load(const float *key, const int *row, int i, int n)
{
    Item it;
    if (i < n)
    {
        it.key = sortable(key[i]);
        it.row = row[i];
    }
    else
    {
        it.key = 0xffffffffu;
        it.row = -1;
    }
    return it;
}

// ---- shared state -------------------------------------------------------

struct Shared
{
    unsigned key[ROWS];
    int row[ROWS];
    int count[DIGITS][WARPS];
    int base[DIGITS][WARPS];
};

// ---- one pass -----------------------------------------------------------

// The lanes of this warp that hold digit d.
__device__ __forceinline__ unsigned lanes_with(int digit, int d)
{
    return __ballot_sync(FULL, digit == d);
}

__device__ __forceinline__ int before(unsigned lanes, int lane)
{
    return __popc(lanes & ((1u << lane) - 1u));
}

// Counts of all digits of this warp; returns the place among the warp's own.
__device__ int count_digits(Shared &s, int digit, int warp, int lane)
{
    int place = 0;
    for (int d = 0; d < DIGITS; ++d)
    {
        unsigned lanes = lanes_with(digit, d);
        if (lane == 0)
            s.count[d][warp] = __popc(lanes);
        if (digit == d)
            place = before(lanes, lane);
    }
    return place;
}

// Exclusive sums over digits first, warps second; one thread is enough for sixteen numbers.
__device__ void scan_counts(Shared &s)
{
    int sum = 0;
    for (int d = 0; d < DIGITS; ++d)
    {
        for (int w = 0; w < WARPS; ++w)
        {
            s.base[d][w] = sum;
            sum += s.count[d][w];
        }
    }
}

__device__ Item pass(Shared &s, Item it, int shift, int warp, int lane)
{
    int digit = it.digit(shift);
    int place = count_digits(s, digit, warp, lane);
    __syncthreads();

    if (threadIdx.x == 0)
        scan_counts(s);
    __syncthreads();

    int to = s.base[digit][warp] + place;
    s.key[to] = it.key;
    s.row[to] = it.row;
    __syncthreads();

    Item moved;
    moved.key = s.key[threadIdx.x];
    moved.row = s.row[threadIdx.x];
    return moved;
}

// ---- the sort -----------------------------------------------------------

__global__ void sort_pairs(const float *key, const int *row, float *out_key, int *out_row, int n)
{
    __shared__ Shared s;

    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * ROWS + threadIdx.x;

    Item it = load(key, row, i, n);
    for (int shift = 0; shift < 32; shift += BITS)
        it = pass(s, it, shift, warp, lane);

    if (i < n)
    {
        out_key[i] = original(it.key);
        out_row[i] = it.row;
    }
}

// ---- not part of the case: is a column in order? ---------------------------

__global__ void in_order(const float *key, int *bad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool wrong = i + 1 < n && sortable(key[i]) > sortable(key[i + 1]);
    unsigned lanes = __ballot_sync(FULL, wrong);
    if (threadIdx.x % 32 == 0 && lanes != 0u)
        atomicAdd(bad, __popc(lanes));
}
