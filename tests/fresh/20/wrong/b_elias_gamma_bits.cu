// fpcheck: code_lengths <<<1, 32>>> value=[1,2,3,1000,65535,16777215,33554431,67108863,134217727,268435455,2147483647,5] bits=empty:12 total=inout:zeros:1 n=12 want=[1,3,3,19,31,47,49,51,53,55,61,5] ref=bits=want --tol rtol=0,atol=0.5
// expect: error conversion at line 8
// why: the bit length is taken from log2f of the integer as a float; 2^25-1 and its like round up to the next power of two in the conversion, so the length is two bits too long
// figure: computed bits[6] = 51, MPFR 49
// Elias gamma: a value v >= 1 takes 2 floor(log2 v) + 1 bits. First pass: the lengths and their sum.
__device__ __forceinline__ int floor_log2(unsigned v)
{
    return (int)log2f((float)v);
}

__global__ void code_lengths(const unsigned *value, int *bits, int *total, int n)
{
    int i = threadIdx.x;
    int len = 0;
    if (i < n) {
        len = 2 * floor_log2(value[i]) + 1;
        bits[i] = len;
    }
    for (int o = 16; o > 0; o >>= 1)
        len += __shfl_down_sync(0xffffffffu, len, o);
    if (i == 0)
        total[0] = len;
}
