// fpcheck: coldest <<<2, 64>>> kelvin=uniform(180,320):128 best=inout:const(9223372036854775808):1 n=128
// expect: ok
// why: value and index in one word for an atomic, but of 64 bits: all 32 of the value, which is positive so that its bits are in its order, and the index for ties
// figure: computed upper half = the bits of the smallest of 128 values, exactly

__device__ unsigned long long key_of(float x, unsigned i)
{
    return (unsigned long long)__float_as_uint(x) << 32 | i;
}

// Coldest pixel of an image in Kelvin, and the first place where it is.
__global__ void coldest(const float *kelvin, unsigned long long *best, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long key = i < n ? key_of(kelvin[i], (unsigned)i) : ~0ull;
    for (int o = 16; o > 0; o >>= 1) {
        unsigned long long other = __shfl_down_sync(0xffffffffu, key, o);
        key = other < key ? other : key;
    }
    if ((threadIdx.x & 31) == 0)
        atomicMin(best, key);
}
