// fpcheck: insert<<<1, 32>>> key=[-1,7,-1640531527,12,-2048144789,-100] bits=inout:zeros:32 hit=empty:6 n=6 want=[1,1,1,1,1,1] --ref 'hit=want' --tol bitwise
// expect: ok
// why: the slot is the high word of hash * slots, always below the number of slots; another kernel-wide barrier stands between writes and reads
// figure: computed hit = 1 for all, MPFR 1; slot of 0xffffffff is 1023
constexpr unsigned SLOTS = 1024;

__device__ unsigned second(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    return h ^ (h >> 13);
}

__device__ unsigned slot_of(unsigned h)
{
    return __umulhi(h, SLOTS);
}

__device__ void set_bit(unsigned *bits, unsigned slot)
{
    atomicOr(&bits[slot >> 5], 1u << (slot & 31));
}

__device__ bool get_bit(const unsigned *bits, unsigned slot)
{
    return (bits[slot >> 5] >> (slot & 31)) & 1u;
}

__global__ void insert(const int *key, unsigned *bits, int *hit, int n)
{
    int i = threadIdx.x;
    unsigned h = i < n ? (unsigned)key[i] : 0;
    if (i < n) {
        set_bit(bits, slot_of(h));
        set_bit(bits, slot_of(second(h)));
    }
    __syncthreads();
    if (i < n)
        hit[i] = get_bit(bits, slot_of(h)) && get_bit(bits, slot_of(second(h)));
}
