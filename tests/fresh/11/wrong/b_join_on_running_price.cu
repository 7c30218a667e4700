// fpcheck: join_prices <<<1, 32>>> price=[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0,1.1,1.2,1.3,1.4,1.5,1.6] dimes=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] found=empty:16 n=16 want=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] ref=found=want --tol bitwise
// expect: error mismatch at line 37
// why: the probe's key is the bits of a price added up from dimes; rounding changes the bits, so equal prices hash to other slots and do not join
// figure: computed found[6] = 0, MPFR 1 (7 dimes are 0.7)
// Hash join: build on the price list, probe with amounts counted in dimes.
#define SLOTS 64
#define EMPTY 0xffffffffu

__device__ unsigned slot_of(unsigned key)
{
    return (key * 2654435761u) >> 26;
}

__device__ float amount(int dimes)
{
    float a = 0.0f;
    for (int d = 0; d < dimes; d++)
        a += 0.1f;
    return a;
}

__global__ void join_prices(const float *price, const int *dimes, int *found, int n)
{
    __shared__ unsigned table[SLOTS];
    int t = threadIdx.x;
    for (int s = t; s < SLOTS; s += blockDim.x)
        table[s] = EMPTY;
    __syncthreads();
    if (t < n) {
        unsigned key = __float_as_uint(price[t]);
        unsigned s = slot_of(key);
        while (atomicCAS(&table[s], EMPTY, key) != EMPTY)
            s = (s + 1) % SLOTS;
    }
    __syncthreads();
    if (t < n) {
        unsigned key = __float_as_uint(amount(dimes[t]));
        unsigned s = slot_of(key);
        int hit = 0;
        while (table[s] != EMPTY) {
            if (table[s] == key) {
                hit = 1;
                break;
            }
            s = (s + 1) % SLOTS;
        }
        found[t] = hit;
    }
}
