// fpcheck: sort_sample<<<2, 128>>> sample=[-9.0625,2.5625,14.3125,25.75,-2.6875,9,20.375,-8.125,3.5,15.25,26.6875,-1.75,9.9375,21.3125,-7.1875,4.4375,16.1875,-12.375,-0.8125,10.875,22.25,-6.25,5.375,17.125,-11.4375,0.125,11.8125,23.1875,-5.3125,6.3125,18.0625,-10.5,1.0625,12.75,24.125,-4.375,7.25,19,-9.5625,2,13.6875,25.0625,-3.4375,8.1875,19.9375,-8.625,2.9375,14.625,26,-2.5,9.125,20.875,-7.6875,3.875,15.5625,26.9375,-1.5625,10.0625,21.8125,-6.75,4.8125,16.5,-12.125,-0.625,11,22.75,-5.8125,5.75,17.4375,-11.1875,0.3125,11.9375,23.6875,-4.875,6.6875,18.375,-10.25,1.25,12.875,24.625,-3.9375,7.625,19.3125,-9.3125,2.1875,13.8125,25.5625,-3,8.5625,20.25,-8.375,3.125,14.75,26.5,-2.0625,9.5,21.1875,-7.4375,4.0625,15.6875,27.4375,-1.125,10.4375,22.125,-6.5,5,16.625,-11.625,-0.1875,11.375,23.0625,-5.5625,5.9375,17.5625,-10.6875,0.75,12.3125,24,-4.625,6.875,18.5,-9.75,1.6875,13.25,24.9375,-3.6875,7.8125,19.4375,-109.0625,-47.4375,14.3125,75.75,97.3125,-91,-29.625,-8.125,53.5,115.25,-73.3125,-51.75,9.9375,71.3125,92.8125,-95.5625,-33.8125,-12.375,49.1875,110.875,-77.75,-56.25,5.375,67.125,88.5625,-99.875,-38.1875,23.1875,44.6875,106.3125,-81.9375,-60.5,1.0625,62.75,124.125,-104.375,-42.75,19,40.4375,102,-86.3125,-24.9375,-3.4375,58.1875,119.9375,-108.625,-47.0625,14.625,76,97.5,-90.875,-29.125,-7.6875,53.875,115.5625,-73.0625,-51.5625,10.0625,71.8125,93.25,-95.1875,-33.5,-12.125,49.375,111,-77.25,-55.8125,5.75,67.4375,88.8125,-99.6875,-38.0625,23.6875,45.125,106.6875,-81.625,-60.25,1.25,62.875,124.625,-103.9375,-42.375,19.3125,40.6875,102.1875,-86.1875,-24.4375,-3,58.5625,120.25,-108.375,-46.875,14.75,76.5,97.9375,-90.5,-28.8125,-7.4375,54.0625,115.6875,-72.5625,-51.125,10.4375,72.125,93.5,-95,-33.375,-11.625,49.8125,111.375,-76.9375,-55.5625,5.9375,67.5625,89.3125,-99.25,-37.6875,24,45.375,106.875,-81.5,-59.75,1.6875,63.25,124.9375,-103.6875,-42.1875,19.4375] sorted=empty:2x128
// fpcheck+ summarise<<<2, 32>>> values=sorted median=empty:2 range=empty:2 trimmed=empty:2
// expect: ok
// why: the scan shuffles over the whole warp; counters by digit and warp make the passes stable; negative numbers are inverted whole
// figure: computed median[0]=7.4375, MPFR 7.4375: exact
// Order statistics of a sample: a stable radix sort of 128 numbers in one block, four bits a pass, then quantiles, the
// trimmed mean and the interquartile range from the sorted numbers.
#include <cmath>

#define COUNT 128
#define BITS 4
#define DIGITS (1 << BITS)
#define WARPS (COUNT / 32)
#define CELLS (DIGITS * WARPS)
#define FULL 0xffffffffu

// Unsigned order of the result is the order of the numbers.
__device__ unsigned key_of(float f)
{
    unsigned b = __float_as_uint(f);
    unsigned negative = (unsigned)((int)b >> 31);
    return b ^ (negative | 0x80000000u);
}

__device__ float number_of(unsigned key)
{
    unsigned positive = (unsigned)((int)key >> 31);
    return __uint_as_float(key ^ (~positive | 0x80000000u));
}

__device__ unsigned digit_of(unsigned key, int pass)
{
    return (key >> (pass * BITS)) & (DIGITS - 1);
}

// Lanes of this warp that have the same digit.
__device__ unsigned peers_of(unsigned digit)
{
    unsigned peers = FULL;
#pragma unroll
    for (int b = 0; b < BITS; b++) {
        unsigned set = __ballot_sync(FULL, (digit >> b) & 1u);
        peers &= (digit >> b) & 1u ? set : ~set;
    }
    return peers;
}

__device__ unsigned lanes_below()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__device__ int warp_inclusive(int v)
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(FULL, v, d);
        if (lane >= d)
            v += below;
    }
    return v;
}

// Exclusive sums of the CELLS counters, two a lane, by the first warp.
__device__ void exclusive_sums(int *cell)
{
    if (threadIdx.x < 32) {
        int first = cell[2 * threadIdx.x];
        int second = cell[2 * threadIdx.x + 1];
        int upto = warp_inclusive(first + second);
        int before = upto - first - second;
        __syncwarp();
        cell[2 * threadIdx.x] = before;
        cell[2 * threadIdx.x + 1] = before + first;
    }
}

// One pass: counters are ordered by digit and then by warp, so equal digits keep their order.
__device__ unsigned pass_once(unsigned key, int pass, unsigned *keys, int *cell)
{
    int t = threadIdx.x;
    int warp = t >> 5;
    if (t < CELLS)
        cell[t] = 0;
    __syncthreads();
    unsigned digit = digit_of(key, pass);
    unsigned peers = peers_of(digit);
    int rank = __popc(peers & lanes_below());
    if (rank == 0)
        cell[digit * WARPS + warp] = __popc(peers);
    __syncthreads();
    exclusive_sums(cell);
    __syncthreads();
    keys[cell[digit * WARPS + warp] + rank] = key;
    __syncthreads();
    unsigned mine = keys[t];
    __syncthreads();
    return mine;
}

__global__ void sort_sample(const float *sample, float *sorted)
{
    __shared__ unsigned keys[COUNT];
    __shared__ int cell[CELLS];
    int t = threadIdx.x;
    const float *row = sample + blockIdx.x * COUNT;
    unsigned key = key_of(row[t]);
    for (int pass = 0; pass < 32 / BITS; pass++)
        key = pass_once(key, pass, keys, cell);
    sorted[blockIdx.x * COUNT + t] = number_of(key);
}

// Quantile p of sorted numbers, by the rule that R calls type 7.
__device__ float quantile(const float *v, float p)
{
    float h = p * (float)(COUNT - 1);
    int low = (int)h;
    int high = low + 1 < COUNT ? low + 1 : low;
    return fmaf(h - (float)low, v[high] - v[low], v[low]);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(FULL, v, o);
    return v;
}

struct Summary {
    float median;
    float range;
    float trimmed;
};

__device__ Summary summary_of(const float *v)
{
    const int cut = COUNT / 8;
    float sum = 0.0f;
    for (int i = cut + threadIdx.x; i < COUNT - cut; i += 32)
        sum += v[i];
    sum = warp_sum(sum);
    Summary s;
    s.median = quantile(v, 0.5f);
    s.range = quantile(v, 0.75f) - quantile(v, 0.25f);
    s.trimmed = sum / (float)(COUNT - 2 * cut);
    return s;
}

__global__ void summarise(const float *values, float *median, float *range, float *trimmed)
{
    Summary s = summary_of(values + blockIdx.x * COUNT);
    if (threadIdx.x == 0) {
        median[blockIdx.x] = s.median;
        range[blockIdx.x] = s.range;
        trimmed[blockIdx.x] = s.trimmed;
    }
}
