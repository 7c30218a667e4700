// fpcheck: insert<<<1, 32>>> key=[-1,7,-1640531527,12,-2048144789,-100] bits=inout:zeros:32 n=6
// expect: error out of bounds at line 23
// why: the slot is (hash / 2^32) * 1024 in float; the hash 0xffffff9c and above becomes exactly 1.0, so the slot is 1024, one word behind the filter
// figure: computed slot of key -1 = 1024 (word 32 of 32), MPFR 1023
constexpr int SLOTS = 1024;

__device__ unsigned second(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    return h;
}

__device__ int slot_of(unsigned h)
{
    float u = (float)h * 2.3283064365386963e-10f;
    return (int)(u * SLOTS);
}

__device__ void set_bit(unsigned *bits, int slot)
{
    atomicOr(&bits[slot >> 5], 1u << (slot & 31));
}

// The keys are hashes already; the second function mixes them once more.
__global__ void insert(const int *key, unsigned *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = (unsigned)key[i];
    set_bit(bits, slot_of(h));
    set_bit(bits, slot_of(second(h)));
}
