// fpcheck: moments <<<1, 64>>> value=@a_column_value.npy sum=empty:1:i32 squares=empty:1:i32 base=1000000 n=64 --ref squares=@a_column_squares.npy
// expect: error mismatch at line 112
// why: the sum of squares goes through a 16-bit variable in each lane's partial: squares of deltas up to 2047 reach 4 million and are cut to their low 16 bits
// figure: squares: computed 119638, MPFR 22336342
// A column of a database in frame-of-reference encoding: unpack the bits, zone map, moments.
#include <cuda_runtime.h>

#define ZONE 32

// ---------------------------------------------------------------- bit unpacking

__device__ inline unsigned low_bits(int width)
{
    return width == 32 ? 0xffffffffu : (1u << width) - 1u;
}

// Value number i of a stream of values of a fixed width, least significant bit first.
__device__ unsigned unpack(const unsigned *words, int i, int width)
{
    int bit = i * width;
    int word = bit >> 5;
    int shift = bit & 31;
    unsigned low = words[word];
    unsigned high = shift + width > 32 ? words[word + 1] : 0u;
    return __funnelshift_r(low, high, (unsigned)shift) & low_bits(width);
}

// Signed values are folded: 0, -1, 1, -2, 2 ...
__device__ inline int unfold(unsigned u)
{
    return (int)(u >> 1) ^ -(int)(u & 1u);
}

__global__ void decode(const unsigned *words, int base, int width, int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    value[i] = base + unfold(unpack(words, i, width));
}

// The inverse, for the writer of the column.
__device__ inline unsigned fold(int v)
{
    return ((unsigned)v << 1) ^ (unsigned)(v >> 31);
}

__device__ inline bool fits(int v, int width)
{
    return (fold(v) & ~low_bits(width)) == 0u;
}

// ---------------------------------------------------------------- zone map

struct Range {
    int low, high;
};

__device__ inline Range merge(Range a, Range b)
{
    return {min(a.low, b.low), max(a.high, b.high)};
}

__device__ inline Range nothing()
{
    return {0x7fffffff, -0x7fffffff - 1};
}

__device__ Range warp_range(Range r)
{
    for (int o = 16; o > 0; o >>= 1) {
        Range other;
        other.low = __shfl_xor_sync(0xffffffffu, r.low, o);
        other.high = __shfl_xor_sync(0xffffffffu, r.high, o);
        r = merge(r, other);
    }
    return r;
}

// Lowest and highest value of each zone of 32 rows, so that scans can skip it.
__global__ void zone_map(const int *value, int *low, int *high, int n)
{
    int lane = threadIdx.x;
    int zones = (n + ZONE - 1) / ZONE;
    for (int z = 0; z < zones; z++) {
        int i = z * ZONE + lane;
        Range r = nothing();
        if (i < n)
            r = {value[i], value[i]};
        r = warp_range(r);
        if (lane == 0) {
            low[z] = r.low;
            high[z] = r.high;
        }
    }
}

// ---------------------------------------------------------------- moments

struct Moments {
    int sum, squares;
};

__device__ inline Moments operator+(Moments a, Moments b)
{
    return {a.sum + b.sum, a.squares + b.squares};
}

// Deltas from the base of the frame are small, so their sums fit.
__device__ inline Moments of_delta(int d)
{
    short square = (short)(d * d);
    return {d, (int)square};
}

__device__ Moments warp_sum(Moments m)
{
    for (int o = 16; o > 0; o >>= 1) {
        Moments other;
        other.sum = __shfl_down_sync(0xffffffffu, m.sum, o);
        other.squares = __shfl_down_sync(0xffffffffu, m.squares, o);
        m = m + other;
    }
    return m;
}

__device__ Moments block_sum(Moments m)
{
    __shared__ Moments warps[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    m = warp_sum(m);
    if (lane == 0)
        warps[warp] = m;
    __syncthreads();
    Moments total = {0, 0};
    for (int w = 0; w < (blockDim.x + 31) / 32; w++)
        total = total + warps[w];
    return total;
}

__global__ void moments(const int *value, int *sum, int *squares, int base, int n)
{
    Moments mine = {0, 0};
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine = mine + of_delta(value[i] - base);
    Moments total = block_sum(mine);
    if (threadIdx.x == 0) {
        sum[0] = total.sum;
        squares[0] = total.squares;
    }
}
