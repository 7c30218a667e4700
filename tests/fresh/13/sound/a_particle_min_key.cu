// fpcheck: lowest<<<1, 32>>> score=[3.5,-0.25,2,-4.75,0.5,1.25,-1.5,6] low_bits=empty:1 low=empty:1 n=8 want=[-4.75] --ref low=want
// expect: ok
// why: floats compared as integers, but the lower 31 bits of negative ones are turned over first: the order is that of the numbers
// figure: computed low = -4.75, MPFR -4.75 (error 0)
// Lowest log-likelihood over all particles of a localisation filter, by integer atomics on the bits.
__device__ int to_key(float v)
{
    int b = __float_as_int(v);
    return b >= 0 ? b : b ^ 0x7fffffff;
}

__device__ float from_key(int k)
{
    return __int_as_float(k >= 0 ? k : k ^ 0x7fffffff);
}

__global__ void lowest(const float *score, int *low_bits, float *low, int n)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 0x7fffffff;
    __syncthreads();
    if (threadIdx.x < n)
        atomicMin(&best, to_key(score[threadIdx.x]));
    __syncthreads();
    if (threadIdx.x == 0) {
        low_bits[0] = best;
        low[0] = from_key(best);
    }
}
