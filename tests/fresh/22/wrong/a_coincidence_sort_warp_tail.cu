// fpcheck: coincidences <<<1, 128>>> time=uniform(0,1000):128 order=empty:128:i32 sorted=empty:128 pairs=empty:8:i32 gap=empty:1 window=4.0 n=128
// expect: error race at line 61
// why: below a distance of 32 the exchanges stay in a warp and the barrier is left out, with no __syncwarp in its place: a lane may read a key of the round before
// figure: computed undefined (depends on how lanes interleave), MPFR the sorted times
// Sorts detector hits by time (bitonic, keys with the hit number) and counts neighbours within a coincidence window.
#include <cuda_runtime.h>

#define HITS 128
#define CLASSES 8

typedef unsigned long long Key;

struct Hits {
    Key key[HITS];
    int classes[CLASSES];
    float partial[HITS / 32];
};

// ------------------------------------------------------------- keys

// Bits of a float in the order of the numbers.
__device__ inline unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    unsigned flip = (b & 0x80000000u) ? 0xffffffffu : 0x80000000u;
    return b ^ flip;
}

__device__ inline float number(unsigned o)
{
    unsigned flip = (o & 0x80000000u) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(o ^ flip);
}

__device__ inline Key make_key(float time, int hit)
{
    return ((Key)ordered(time) << 32) | (Key)(unsigned)hit;
}

__device__ inline float time_of(Key k)
{
    return number((unsigned)(k >> 32));
}

__device__ inline int hit_of(Key k)
{
    return (int)(unsigned)(k & 0xffffffffull);
}

// Behind every hit.
__device__ inline Key no_hit()
{
    return ~0ull;
}

// ------------------------------------------------------------- the network

__device__ inline void order_pair(Key *key, int i, int partner, bool ascending)
{
    Key a = key[i];
    Key b = key[partner];
    if ((a > b) == ascending) {
        key[i] = b;
        key[partner] = a;
    }
}

// Rounds of a distance of a warp or more need the whole block.
__device__ inline void between_rounds(int distance)
{
    if (distance >= 32 || distance == 1)
        __syncthreads();
}

__device__ void sort(Key *key)
{
    int t = threadIdx.x;
    for (int size = 2; size <= HITS; size <<= 1) {
        for (int distance = size >> 1; distance > 0; distance >>= 1) {
            int partner = t ^ distance;
            if (partner > t)
                order_pair(key, t, partner, (t & size) == 0);
            between_rounds(distance);
        }
    }
}

// ------------------------------------------------------------- coincidences

// Hits that follow within the window, at most CLASSES - 1.
__device__ int followers(const Key *key, int i, int n, float window)
{
    float start = time_of(key[i]);
    int count = 0;
    for (int j = i + 1; j < n && count < CLASSES - 1; j++) {
        if (time_of(key[j]) - start > window)
            break;
        count++;
    }
    return count;
}

// ------------------------------------------------------------- gaps

__device__ inline float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

// The mean of what separates a hit from the one before.
__device__ float mean_gap(Hits &hits, int n)
{
    int t = threadIdx.x;
    float v = 0.0f;
    if (t > 0 && t < n)
        v = time_of(hits.key[t]) - time_of(hits.key[t - 1]);
    v = warp_sum(v);
    if ((t & 31) == 0)
        hits.partial[t >> 5] = v;
    __syncthreads();
    float sum = 0.0f;
    for (int w = 0; w < HITS / 32; w++)
        sum += hits.partial[w];
    return sum / (float)(n - 1);
}

// ------------------------------------------------------------- kernel

__global__ void coincidences(const float *time, int *order, float *sorted, int *pairs, float *gap, float window, int n)
{
    __shared__ Hits hits;
    int t = threadIdx.x;
    hits.key[t] = t < n ? make_key(time[t], t) : no_hit();
    if (t < CLASSES)
        hits.classes[t] = 0;
    __syncthreads();

    sort(hits.key);

    if (t < n) {
        order[t] = hit_of(hits.key[t]);
        sorted[t] = time_of(hits.key[t]);
        atomicAdd(&hits.classes[followers(hits.key, t, n, window)], 1);
    }
    float mean = mean_gap(hits, n);
    if (t == 0)
        gap[0] = mean;
    if (t < CLASSES)
        pairs[t] = hits.classes[t];
}
