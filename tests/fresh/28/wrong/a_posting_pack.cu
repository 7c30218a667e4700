// fpcheck: pack_postings <<<4, 32>>> ids=@a_posting_pack_ids.npy words=empty:4x32 width=empty:4 bytes=empty:4 decoded=empty:4x32 query=[1003,101001,201024,301000] hits=empty:4 --ref decoded=ids --tol bitwise
// expect: error width from a float logarithm at line 34
// why: ceil(log2(max)) bits hold max - 1: where the largest gap of a block is a power of two its top bit is cut off (and log2f may round the other way too)
// figure: decoded[0][7] computed 1282, exact 1346 (gap 64 in 6 bits)
// Posting lists of a search index: gaps of sorted document ids, packed with as many bits as the largest gap of a block of 32 needs.
// The block is unpacked again at once, as the builder does to verify what it writes.
#define BLOCK_IDS 32

struct Packed {
    unsigned word[BLOCK_IDS];
};

__device__ int lane_id()
{
    return (int)(threadIdx.x & 31);
}

// Gap to the id before; the first of the block counts from zero separately.
__device__ unsigned gap_of(int id)
{
    int before = __shfl_up_sync(0xffffffffu, id, 1);
    return lane_id() == 0 ? 0u : (unsigned)(id - before);
}

__device__ unsigned largest(unsigned gap)
{
    return __reduce_max_sync(0xffffffffu, gap);
}

__device__ int bits_for(unsigned value)
{
    if (value <= 1u)
        return 1;
    return (int)ceilf(log2f((float)value));
}

__device__ unsigned low_bits(int width)
{
    return width >= 32 ? 0xffffffffu : (1u << width) - 1u;
}

__device__ void clear(Packed &p)
{
    p.word[lane_id()] = 0u;
    __syncwarp();
}

// Puts the gap of this lane at bit lane * width; it may straddle two words.
__device__ void put(Packed &p, unsigned gap, int width)
{
    int bit = lane_id() * width;
    int word = bit >> 5;
    int shift = bit & 31;
    unsigned value = gap & low_bits(width);
    atomicOr(&p.word[word], value << shift);
    if (shift + width > 32)
        atomicOr(&p.word[word + 1], value >> (32 - shift));
    __syncwarp();
}

__device__ unsigned take(const Packed &p, int width)
{
    int bit = lane_id() * width;
    int word = bit >> 5;
    int shift = bit & 31;
    unsigned value = p.word[word] >> shift;
    if (shift + width > 32)
        value |= p.word[word + 1] << (32 - shift);
    return value & low_bits(width);
}

// Inclusive sum over the warp turns gaps back into ids: in each round a lane adds what stands
// one, two, four, ... lanes below it, so that five rounds reach all of them.
__device__ unsigned running_sum(unsigned v)
{
    for (int o = 1; o < 32; o <<= 1) {
        unsigned below = __shfl_up_sync(0xffffffffu, v, o);
        if (lane_id() >= o)
            v += below;
    }
    return v;
}

__device__ int restore(int first, unsigned gap)
{
    return first + (int)running_sum(gap);
}

__device__ int used_words(int width)
{
    return (BLOCK_IDS * width + 31) / 32;
}

// Header of one byte for the width, four for the first id, and the words. What the
// builder adds up for the size of the list.
__device__ int stored_bytes(int width)
{
    return 5 + 4 * used_words(width);
}

// Whether the block holds the id that is asked for: a ballot over the unpacked ids.
__device__ bool contains(int id, int wanted)
{
    return __ballot_sync(0xffffffffu, id == wanted) != 0u;
}

// How many ids of the block lie before the one that is asked for, as a skip list wants to know.
__device__ int before(int id, int wanted)
{
    return __popc(__ballot_sync(0xffffffffu, id < wanted));
}

// Positive: where it was found, from 1; negative: where it would stand.
__device__ int look_up(int id, int wanted)
{
    int place = before(id, wanted) + 1;
    return contains(id, wanted) ? place : -place;
}

__device__ void store(unsigned *words, const Packed &p, int width)
{
    int lane = lane_id();
    words[lane] = lane < used_words(width) ? p.word[lane] : 0u;
}

__global__ void pack_postings(const int *ids, unsigned *words, int *width, int *bytes, int *decoded, const int *query, int *hits)
{
    __shared__ Packed packed;
    int lane = lane_id();
    int block = blockIdx.x;
    int id = ids[block * BLOCK_IDS + lane];
    int first = __shfl_sync(0xffffffffu, id, 0);

    unsigned gap = gap_of(id);
    int bits = bits_for(largest(gap));

    clear(packed);
    put(packed, gap, bits);
    store(words + block * BLOCK_IDS, packed, bits);

    unsigned back = take(packed, bits);
    int restored = restore(first, back);
    int hit = look_up(restored, query[block]);
    decoded[block * BLOCK_IDS + lane] = restored;
    if (lane == 0) {
        width[block] = bits;
        bytes[block] = stored_bytes(bits);
        hits[block] = hit;
    }
}
