// fpcheck: sort_block <<<1, 64>>> x=@a_missing_x.npy sorted=empty:100 place=empty:100:i32 n=100
// expect: ok
// why: NaN among the data of a bitonic network, and padding with infinity-like keys: floats are turned into integer keys first, NaN after every number and padding after NaN, so each exchange is of two integers; -0 and 0 are made equal by adding 0, and the place in the low half makes the sort stable
// figure: sorted[97..99]: computed nan, MPFR nan; place[97..99] 3 50 77, every other element a copy of an input: error 0
// Stable sort of up to 128 floats with missing values (NaN) at the end, and where each came from (ORDER BY ... NULLS LAST).
#include <cuda_runtime.h>

#define CAPACITY 128

typedef unsigned long long Key;

// The order: by value, -0 and 0 alike; NaN of any kind after +infinity; equal ones by their place in the input.

// ---------------------------------------------------------------- keys

__device__ inline bool missing(float f)
{
    return f != f;
}

// Order of the numbers as order of unsigned integers.
__device__ inline unsigned order_bits(float f)
{
    unsigned u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : u | 0x80000000u;
}

__device__ inline float from_order_bits(unsigned k)
{
    unsigned u = (k & 0x80000000u) ? k ^ 0x80000000u : ~k;
    return __uint_as_float(u);
}

#define MISSING 0xfffffffeu
#define PADDING 0xffffffffu

// +infinity has 0xff800000, so that the two values above are free.
__device__ inline unsigned high_half(float f)
{
    if (missing(f))
        return MISSING;
    return order_bits(__fadd_rn(f, 0.0f)); // -0 + 0 is +0
}

__device__ inline Key make_key(float f, int place)
{
    return (Key)high_half(f) << 32 | (unsigned)place;
}

__device__ inline Key padding_key(int place)
{
    return (Key)PADDING << 32 | (unsigned)place;
}

__device__ inline float value_of(Key k)
{
    unsigned high = (unsigned)(k >> 32);
    return high == MISSING ? __int_as_float(0x7fc00000) : from_order_bits(high);
}

__device__ inline bool is_padding(Key k)
{
    return (unsigned)(k >> 32) == PADDING;
}

__device__ inline int place_of(Key k)
{
    return (int)(unsigned)(k & 0xffffffffull);
}

// ---------------------------------------------------------------- the network
//
// Bitonic: rounds of k = 2, 4, .. 128, each merges runs of k / 2 that alternate in direction; stages of distance
// j = k / 2 .. 1. Sixty-four comparators, one a thread.

__device__ inline void exchange(Key &a, Key &b, bool ascending)
{
    if ((a > b) == ascending) {
        Key keep = a;
        a = b;
        b = keep;
    }
}

// Comparator number t of a stage with distance j: the lower of its two places.
__device__ inline int lower_place(int t, int j)
{
    return 2 * t - (t & (j - 1));
}

__device__ inline void comparator(Key *s, int t, int j, int k)
{
    int i = lower_place(t, j);
    bool ascending = (i & k) == 0;
    Key a = s[i];
    Key b = s[i + j];
    exchange(a, b, ascending);
    s[i] = a;
    s[i + j] = b;
}

// Within 32 comparators of one warp and a distance of at most 32, a stage touches its own 64 places only.
__device__ inline void meet(int j)
{
    if (j > 32)
        __syncthreads();
    else
        __syncwarp();
}

__device__ void bitonic(Key *s)
{
    int t = threadIdx.x;
    for (int k = 2; k <= CAPACITY; k <<= 1) {
        // the first stage of a round may reach across warps: everybody has to be there
        __syncthreads();
        for (int j = k >> 1; j > 0; j >>= 1) {
            comparator(s, t, j, k);
            meet(j);
        }
    }
    __syncthreads();
}

// ---------------------------------------------------------------- the kernel

// n is at most CAPACITY; what is beyond n sorts to the end and is not stored.

__device__ void load(Key *s, const float *x, int n)
{
    for (int i = threadIdx.x; i < CAPACITY; i += blockDim.x)
        s[i] = i < n ? make_key(x[i], i) : padding_key(i);
}

__device__ void store(const Key *s, float *sorted, int *place, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int from = place_of(s[i]);
        sorted[i] = value_of(s[i]);
        place[i] = from;
    }
}

__global__ void sort_block(const float *x, float *sorted, int *place, int n)
{
    __shared__ Key s[CAPACITY];
    load(s, x, n);
    bitonic(s);
    store(s, sorted, place, n);
}
