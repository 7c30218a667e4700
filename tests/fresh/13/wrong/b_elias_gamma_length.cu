// fpcheck: code_lengths <<<1, 32>>> v=[1,2,7,1023,16777215,33554431,67108863,1073741823] bits=empty:8 n=8
// fpcheck+ offsets <<<1, 1>>> at=empty:8 n=8
// expect: error exponent after rounding at line 9
// why: floor(log2 v) from the exponent of (float)v: from 2^24 on the conversion may round up to the next power of two, the code gets two bits too many
// figure: computed bits = [1, 3, 5, 19, 47, 51, 53, 61], MPFR [1, 3, 5, 19, 47, 49, 51, 59]
// Compression: lengths of Elias gamma codes and their bit offsets.
__device__ int floor_log2(int v)
{
    return (__float_as_int((float)v) >> 23) - 127;
}

__global__ void code_lengths(const int *v, int *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bits[i] = 2 * floor_log2(v[i]) + 1;
}

__global__ void offsets(const int *bits, int *at, int n)
{
    int s = 0;
    for (int i = 0; i < n; ++i)
    {
        at[i] = s;
        s += bits[i];
    }
}
