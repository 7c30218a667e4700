// fpcheck: encode <<<2, 32>>> column=[1014,1028,1016,1005,994,992,1005,997,1007,1019,1027,1041,1037,1032,1038,1031,1037,1025,1030,1038,1030,1030,1037,1036,1048,1058,1072,1075,1073,1077,1078,1081,-2029608891,-1073741824,5,1073741824,1073741824,-1073741824,1073741824,-1073741824,130376819,1272239074,-167451468,-77,5,1073741824,5,2147483647,-77,-1073741824,2147483647,0,-2147483648,2147483647,1073741824,0,2147483647,0,2147483647,1073741824,-77,-77,0,1073741824] width=empty:2 base=empty:2 words=inout:zeros:64:u32
// fpcheck+ decode <<<2, 32>>> back=empty:64 ref=back=column --tol bitwise
// fpcheck+ sizes <<<1, 32>>> bytes=empty:2 total=empty:1 blocks=2
// expect: ok
// why: numbers are packed with shifts across word borders by several lanes at once, and differences may run over; but the words are joined by atomicOr of disjoint bits, a shift by 32 is avoided, and unsigned arithmetic takes the overflow back
// figure: integers, exact
// Delta, zigzag and bit packing of a column of integers, 32 rows a block, as column stores do.
#include <cuda_runtime.h>

#define LANES 32
#define FULL 0xffffffffu

// ---------------------------------------------------------------- zigzag: small absolute values have few bits

__device__ inline unsigned zigzag(int v)
{
    return ((unsigned)v << 1) ^ (unsigned)(v >> 31);
}

__device__ inline int unzigzag(unsigned z)
{
    return (int)((z >> 1) ^ (0u - (z & 1u)));
}

// ---------------------------------------------------------------- differences of neighbouring lanes

// Lane 0 has no neighbour and gets 0. The difference is taken modulo 2^32.
__device__ inline int delta_of(int v, int lane)
{
    int before = __shfl_up_sync(FULL, v, 1);
    unsigned d = (unsigned)v - (unsigned)before;
    return lane == 0 ? 0 : (int)d;
}

__device__ int running_sum(int d, int lane)
{
    unsigned sum = (unsigned)d;
    for (int o = 1; o < LANES; o <<= 1) {
        unsigned before = __shfl_up_sync(FULL, sum, o);
        if (lane >= o)
            sum += before;
    }
    return (int)sum;
}

// ---------------------------------------------------------------- how many bits the largest needs

__device__ inline int bits_of(unsigned z)
{
    return 32 - __clz((int)z);
}

__device__ int widest(int bits)
{
    for (int o = LANES / 2; o > 0; o >>= 1)
        bits = max(bits, __shfl_xor_sync(FULL, bits, o));
    return bits;
}

// ---------------------------------------------------------------- fields of a bit string

struct Place {
    int word, shift;
};

__device__ inline Place place_of(int lane, int width)
{
    Place p;
    p.word = lane * width / 32;
    p.shift = lane * width % 32;
    return p;
}

__device__ inline unsigned mask_of(int width)
{
    return width == 32 ? FULL : (1u << width) - 1u;
}

__device__ inline bool crosses(const Place &p, int width)
{
    return p.shift + width > 32;
}

// The words are zero before; the fields of two lanes share words but no bits.
__device__ void put(unsigned *words, unsigned z, int lane, int width)
{
    if (width == 0)
        return;
    Place p = place_of(lane, width);
    atomicOr(&words[p.word], z << p.shift);
    if (crosses(p, width))
        atomicOr(&words[p.word + 1], z >> (32 - p.shift));
}

__device__ unsigned get(const unsigned *words, int lane, int width)
{
    if (width == 0)
        return 0u;
    Place p = place_of(lane, width);
    unsigned z = words[p.word] >> p.shift;
    if (crosses(p, width))
        z |= words[p.word + 1] << (32 - p.shift);
    return z & mask_of(width);
}

// ---------------------------------------------------------------- the two launches

__global__ void encode(const int *column, int *width, int *base, unsigned *words)
{
    int lane = threadIdx.x;
    int row = blockIdx.x * LANES + lane;
    int v = column[row];
    unsigned z = zigzag(delta_of(v, lane));
    int w = widest(bits_of(z));
    put(words + blockIdx.x * LANES, z, lane, w);
    if (lane == 0) {
        width[blockIdx.x] = w;
        base[blockIdx.x] = v;
    }
}

__global__ void decode(const int *width, const int *base, const unsigned *words, int *back)
{
    int lane = threadIdx.x;
    int row = blockIdx.x * LANES + lane;
    unsigned z = get(words + blockIdx.x * LANES, lane, width[blockIdx.x]);
    int sum = running_sum(unzigzag(z), lane);
    back[row] = (int)((unsigned)base[blockIdx.x] + (unsigned)sum);
}

// ---------------------------------------------------------------- how much memory that takes

#define HEADER_BYTES 8

__device__ inline int words_of(int width)
{
    return (LANES * width + 31) / 32;
}

// One warp for up to 32 blocks of a column.
__global__ void sizes(const int *width, int *bytes, int *total, int blocks)
{
    int lane = threadIdx.x;
    int mine = lane < blocks ? HEADER_BYTES + 4 * words_of(width[lane]) : 0;
    if (lane < blocks)
        bytes[lane] = mine;
    for (int o = LANES / 2; o > 0; o >>= 1)
        mine += __shfl_xor_sync(FULL, mine, o);
    if (lane == 0)
        *total = mine;
}
