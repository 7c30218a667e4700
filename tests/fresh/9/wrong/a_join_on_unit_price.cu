// fpcheck: join<<<1, 8>>> amount=[9.49,3.14,27.14,1.29,35.31,28.17,34.55,49.95] quantity=[11,13,7,3,13,11,11,3] matched=empty:8 table=empty:64 want=[1,1,1,1,1,1,1,1] ref=matched=want
// expect: error hash of bits of a computed float at line 32
// why: the build side divides and the probe side multiplies by a reciprocal: the last bit differs and the hashed key is another
// figure: computed 0 (sum of matched), MPFR 8
// Hash join on a computed column: unit price = amount / quantity.
#define SLOTS 64

__device__ unsigned hash(unsigned key)
{
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    return key & (SLOTS - 1);
}

__global__ void join(const float *amount, const int *quantity, int *matched, unsigned *table)
{
    int t = threadIdx.x;
    for (int s = t; s < SLOTS; s += blockDim.x)
        table[s] = 0;
    __syncthreads();
    unsigned key = __float_as_uint(amount[t] / (float)quantity[t]);
    unsigned slot = hash(key);
    while (true) {
        unsigned old = atomicCAS(&table[slot], 0u, key);
        if (old == 0u || old == key)
            break;
        slot = (slot + 1) & (SLOTS - 1);
    }
    __syncthreads();
    float reciprocal = 1.0f / (float)quantity[t];
    unsigned probe = __float_as_uint(amount[t] * reciprocal);
    slot = hash(probe);
    int found = 0;
    while (table[slot] != 0u) {
        if (table[slot] == probe) {
            found = 1;
            break;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
    matched[t] = found;
}
