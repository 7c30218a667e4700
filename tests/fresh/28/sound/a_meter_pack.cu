// fpcheck: pack_meters <<<4, 32>>> reading=@a_meter_pack_reading.npy words=empty:4x33 width=empty:4 usage=empty:4 largest=empty:4 decoded=empty:4x32 --ref decoded=reading --tol bitwise
// expect: ok
// why: bits are counted with clz, so powers of two get their top bit; differences wrap in 32 bits and wrap back, and shifts by 32 are kept out
// figure: decoded[1][31] computed -2135117713, exact -2135117713 (after a rollover)
// Meter readings with rollover: zigzag of differences, packed with as many bits as the widest of a block of 32 needs, and unpacked again.
#define BLOCK 32

// One word more than is needed, so that a value that straddles the end may touch it.
struct Packed {
    unsigned word[BLOCK + 1];
};

__device__ int lane_id()
{
    return (int)(threadIdx.x & 31);
}

// Small negative and positive differences become small numbers.
__device__ unsigned zigzag(int v)
{
    return ((unsigned)v << 1) ^ (unsigned)(v >> 31);
}

__device__ int unzigzag(unsigned v)
{
    return (int)((v >> 1) ^ (0u - (v & 1u)));
}

// Differences to the reading before in unsigned arithmetic (signed would overflow):
// a rollover wraps, and wraps back when unpacked.
__device__ unsigned difference(int value)
{
    int before = __shfl_up_sync(0xffffffffu, value, 1);
    unsigned d = (unsigned)value - (unsigned)before;
    return lane_id() == 0 ? 0u : zigzag((int)d);
}

__device__ int bits_for(unsigned value)
{
    return max(1, 32 - __clz((int)value));
}

__device__ int common_width(unsigned value)
{
    return bits_for(__reduce_or_sync(0xffffffffu, value));
}

__device__ void clear(Packed &p)
{
    p.word[lane_id()] = 0u;
    if (lane_id() == 0)
        p.word[BLOCK] = 0u;
    __syncwarp();
}

struct Place {
    int word, shift;
};

// Word and bit in the word where a lane's value starts.
__device__ Place place_of(int lane, int width)
{
    int bit = lane * width;
    return {bit >> 5, bit & 31};
}

__device__ void put(Packed &p, unsigned value, int width)
{
    Place at = place_of(lane_id(), width);
    atomicOr(&p.word[at.word], value << at.shift);
    if (at.shift + width > 32)
        atomicOr(&p.word[at.word + 1], value >> (32 - at.shift));
    __syncwarp();
}

__device__ unsigned low_bits(int width)
{
    return width == 32 ? 0xffffffffu : (1u << width) - 1u;
}

__device__ unsigned take(const Packed &p, int width)
{
    Place at = place_of(lane_id(), width);
    unsigned value = p.word[at.word] >> at.shift;
    if (at.shift + width > 32)
        value |= p.word[at.word + 1] << (32 - at.shift);
    return value & low_bits(width);
}

__device__ unsigned running_sum(unsigned v)
{
    for (int o = 1; o < 32; o <<= 1) {
        unsigned below = __shfl_up_sync(0xffffffffu, v, o);
        if (lane_id() >= o)
            v += below;
    }
    return v;
}

// Consumption of the block, modulo the meter's 2^32.
__device__ unsigned used_up(unsigned step)
{
    return __reduce_add_sync(0xffffffffu, step);
}

// The largest step forward; a step back counts as none.
__device__ int largest_step(unsigned step)
{
    int forward = max((int)step, 0);
    return __reduce_max_sync(0xffffffffu, forward);
}

__device__ int used_words(int width)
{
    return (BLOCK * width + 31) / 32;
}

__device__ void store(unsigned *words, const Packed &p, int width)
{
    int lane = lane_id();
    words[lane] = lane < used_words(width) ? p.word[lane] : 0u;
    if (lane == 0)
        words[BLOCK] = 0u;
}

__global__ void pack_meters(const int *reading, unsigned *words, int *width, unsigned *usage, int *largest, int *decoded)
{
    __shared__ Packed packed;
    int lane = lane_id();
    int block = blockIdx.x;
    int value = reading[block * BLOCK + lane];
    int first = __shfl_sync(0xffffffffu, value, 0);

    unsigned code = difference(value);
    int bits = common_width(code);

    clear(packed);
    put(packed, code, bits);
    store(words + block * (BLOCK + 1), packed, bits);

    unsigned step = (unsigned)unzigzag(take(packed, bits));
    decoded[block * BLOCK + lane] = (int)((unsigned)first + running_sum(step));
    unsigned total = used_up(step);
    int top = largest_step(step);
    if (lane == 0) {
        width[block] = bits;
        usage[block] = total;
        largest[block] = top;
    }
}
