// fpcheck: clear_slots <<<1, 64>>> slot_key=empty:64:u32 slot_rows=empty:64
// fpcheck+ build <<<1, 32>>> amount=[0.04,-0.04,1.26,1.31,-2.5,-0.01,0.0,-2.52] n=8 step=10.0
// fpcheck+ probe <<<1, 32>>> rows=empty:8 n=8 step=10.0 want=[4,4,2,2,2,4,4,2] ref=rows=want --tol bitwise
// fpcheck+ count_distinct <<<1, 32>>> distinct=inout:zeros:1:i32
// expect: ok
// why: floats are hashed by their bits, and -0.04 rounds to -0; but the key adds 0, which makes +0 of it, and NaN has one pattern, so that equal keys have equal bits
// figure: computed rows = 4,4,2,2,2,4,4,2, as wanted
// count(*) group by round(amount, 1): an open hash table with 32-bit keys.
#include <cuda_runtime.h>

#define SLOTS 64
#define EMPTY 0xffffffffu

struct Slot {
    unsigned index;
    bool found;
};

// ---------------------------------------------------------------- keys
//
// What SQL calls equal must have equal bits:
//   -0 and 0 are one key,
//   every NaN is the same key.
// 0xffffffff is a NaN and therefore never a key.

__device__ inline float tenths(float amount, float step)
{
    return rintf(amount * step);
}

__device__ inline unsigned canonical(float v)
{
    if (v != v)
        return 0x7fc00000u;
    return __float_as_uint(__fadd_rn(v, 0.0f));
}

__device__ inline unsigned key_of(float amount, float step)
{
    return canonical(tenths(amount, step));
}

// ---------------------------------------------------------------- hashing

__device__ inline unsigned rotated(unsigned v, int by)
{
    return (v << by) | (v >> (32 - by));
}

// The last mix of MurmurHash3.
__device__ inline unsigned finalised(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__device__ unsigned murmur(unsigned key)
{
    unsigned k = key * 0xcc9e2d51u;
    k = rotated(k, 15);
    k *= 0x1b873593u;
    unsigned h = 0x9747b28cu ^ k;
    h = rotated(h, 13);
    h = h * 5u + 0xe6546b64u;
    h ^= 4u;
    return finalised(h);
}

__device__ inline unsigned first_slot(unsigned key)
{
    return murmur(key) % SLOTS;
}

__device__ inline unsigned next_slot(unsigned slot)
{
    return (slot + 1u) % SLOTS;
}

// ---------------------------------------------------------------- the table

__device__ unsigned claim(unsigned *slot_key, unsigned key)
{
    unsigned at = first_slot(key);
    for (int tries = 0; tries < SLOTS; tries++) {
        unsigned before = atomicCAS(&slot_key[at], EMPTY, key);
        if (before == EMPTY || before == key)
            return at;
        at = next_slot(at);
    }
    return EMPTY;
}

__device__ Slot find(const unsigned *slot_key, unsigned key)
{
    Slot s;
    s.index = first_slot(key);
    s.found = false;
    for (int tries = 0; tries < SLOTS; tries++) {
        unsigned there = slot_key[s.index];
        if (there == EMPTY)
            return s;
        if (there == key) {
            s.found = true;
            return s;
        }
        s.index = next_slot(s.index);
    }
    return s;
}

// ---------------------------------------------------------------- the three launches

__global__ void clear_slots(unsigned *slot_key, int *slot_rows)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= SLOTS)
        return;
    slot_key[s] = EMPTY;
    slot_rows[s] = 0;
}

__global__ void build(const float *amount, unsigned *slot_key, int *slot_rows, int n, float step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = claim(slot_key, key_of(amount[i], step));
    if (at != EMPTY)
        atomicAdd(&slot_rows[at], 1);
}

// How many rows have the group of each row.
__global__ void probe(const float *amount, const unsigned *slot_key, const int *slot_rows, int *rows, int n, float step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Slot s = find(slot_key, key_of(amount[i], step));
    rows[i] = s.found ? slot_rows[s.index] : 0;
}

// count(distinct round(amount, 1)): every warp counts its slots by a vote.
__global__ void count_distinct(const unsigned *slot_key, int *distinct)
{
    int lane = threadIdx.x & 31;
    int sum = 0;
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x)
        sum += __popc(__ballot_sync(0xffffffffu, slot_key[s] != EMPTY));
    if (lane == 0)
        atomicAdd(distinct, sum);
}
