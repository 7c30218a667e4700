// fpcheck: sort_pairs <<<1, 32>>> word=[1077936128,3212836864,0,2143289344,3221225472,1086324736,1091567616,1084227584,2147483648,1088421888,4290772993,1073741824,3238002688,1082130432,1093664768,1056964608] payload=arange:16 sorted_word=empty:16 sorted_payload=empty:16 numbers=empty:1 smallest=empty:1 n=16 want=[12,4,1,8,2,15,11,0,13,7,5,9,6,14,3,10] ref=sorted_payload=want --tol rtol=0,atol=0.5
// expect: ok
// why: the data hold NaN, -0 and equal keys, on which a network with fminf loses elements; it compares 64-bit keys of ordered bits and position, which are all different
// figure: computed sorted_payload[0] 12 (the -8), MPFR 12; exact
#include <cuda_runtime.h>

// Bitonic sort of up to 32 readings with their numbers in one warp. NaN come last, whatever their sign and payload; equal
// readings keep their order; -0 comes before +0.

#define FULL 0xffffffffu
#define LAST 0xffffffffu

typedef unsigned long long Key;

// ---------------------------------------------------------------- keys

__device__ inline bool is_nan(unsigned b)
{
    return (b & 0x7fffffffu) > 0x7f800000u;
}

// Unsigned numbers that order as the floats do.
__device__ inline unsigned ordered(unsigned b)
{
    if (is_nan(b))
        return LAST;
    return (b >> 31) ? ~b : (b | 0x80000000u);
}

// The position decides among equals, so that all keys differ.
__device__ inline Key key_of(unsigned b, int position)
{
    return ((Key)ordered(b) << 32) | (unsigned)position;
}

__device__ inline Key beyond(int position)
{
    return ((Key)LAST << 32) | (unsigned)(0x80000000u + position);
}

__device__ inline int position_of(Key k)
{
    return (int)(k & 0x7fffffffu);
}

// ---------------------------------------------------------------- the network

__device__ inline Key from_lane(Key k, int distance)
{
    return __shfl_xor_sync(FULL, k, distance);
}

__device__ inline Key smaller(Key a, Key b)
{
    return a < b ? a : b;
}

__device__ inline Key larger(Key a, Key b)
{
    return a < b ? b : a;
}

__device__ inline Key exchange(Key mine, int lane, int distance, bool up)
{
    Key other = from_lane(mine, distance);
    bool lower = (lane & distance) == 0;
    return lower == up ? smaller(mine, other) : larger(mine, other);
}

__device__ inline Key merge(Key mine, int lane, int size)
{
    bool up = (lane & size) == 0;
    for (int distance = size / 2; distance > 0; distance /= 2)
        mine = exchange(mine, lane, distance, up);
    return mine;
}

__device__ inline Key warp_sort(Key mine, int lane)
{
    for (int size = 2; size <= 32; size *= 2)
        mine = merge(mine, lane, size);
    return mine;
}

// ---------------------------------------------------------------- loading and storing

struct Reading {
    unsigned word;
    int payload;
};

__device__ inline Reading load(const unsigned *word, const int *payload, int i, int n)
{
    Reading r = {0u, 0};
    if (i < n) {
        r.word = word[i];
        r.payload = payload[i];
    }
    return r;
}

// Each lane takes the reading from where its key says it was.
__device__ inline Reading gathered(Reading mine, int from)
{
    Reading r;
    r.word = __shfl_sync(FULL, mine.word, from);
    r.payload = __shfl_sync(FULL, mine.payload, from);
    return r;
}

// ---------------------------------------------------------------- the kernel
//
//   1. load; lanes beyond n get keys behind all others
//   2. sort the keys
//   3. gather by position
//   4. count what is a number

__global__ void sort_pairs(const unsigned *word, const int *payload, unsigned *sorted_word, int *sorted_payload,
                           int *numbers, float *smallest, int n)
{
    int lane = threadIdx.x;

    // 1
    Reading mine = load(word, payload, lane, n);
    Key key = lane < n ? key_of(mine.word, lane) : beyond(lane);

    // 2
    key = warp_sort(key, lane);

    // 3
    Reading r = gathered(mine, position_of(key) & 31);
    if (lane < n) {
        sorted_word[lane] = r.word;
        sorted_payload[lane] = r.payload;
    }

    // 4
    bool number = lane < n && !is_nan(r.word);
    unsigned votes = __ballot_sync(FULL, number);
    if (lane == 0) {
        *numbers = __popc(votes);
        *smallest = votes ? __uint_as_float(r.word) : 0.0f;
    }
}

// ---------------------------------------------------------------- host

struct Buffers {
    const unsigned *word;
    const int *payload;
    unsigned *sorted_word;
    int *sorted_payload;
    int *numbers;
    float *smallest;
};

void launch_sort_pairs(Buffers b, int n)
{
    sort_pairs<<<1, 32>>>(b.word, b.payload, b.sorted_word, b.sorted_payload, b.numbers, b.smallest, n);
}
