// fpcheck: worst_station<<<2, 32>>> residual=[-3.5,0.125,-0.0625,7.25,7.25,-100,6.9999995,2,7.2499995,-7.25,-3.5,0.125,-0.0625,7.25,7.25,-100,6.9999995,2,7.2499995,-7.25,-3.5,0.125,-0.0625,7.25,7.25,-100,6.9999995,2,7.2499995,-7.25,-3.5,0.125,-0.0625,7.25,7.25,-100,6.9999995,2,7.2499995,-7.25,-3.5,0.125,-0.0625,7.25,7.25,-100,6.9999995,2,7.2499995,-7.25] key=inout:zeros:1 n=50
// fpcheck+ show_station<<<1, 1>>> best=key at=empty:1 value=empty:1
// expect: ok
// why: the key is all 32 bits of the float, flipped so that unsigned order is the order of numbers, over the inverted index in the low word: nothing is lost, and of equal values the first one wins
// figure: computed value[0]=7.25 at 3, MPFR 7.25 at 3: exact
// The station with the largest residual, by one 64-bit atomicMax; of equal residuals the first station.
__device__ unsigned ordered(float f)
{
    unsigned b = __float_as_uint(f);
    return (b & 0x80000000u) ? ~b : b | 0x80000000u;
}

__device__ float restored(unsigned o)
{
    return __uint_as_float((o & 0x80000000u) ? o & 0x7fffffffu : ~o);
}

__global__ void worst_station(const float *residual, unsigned long long *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned long long k = (unsigned long long)ordered(residual[i]) << 32 | (0xffffffffu - (unsigned)i);
        atomicMax(key, k);
    }
}

__global__ void show_station(const unsigned long long *best, int *at, float *value)
{
    *at = (int)(0xffffffffu - (unsigned)*best);
    *value = restored((unsigned)(*best >> 32));
}
