// fpcheck: lowest<<<1, 32>>> score=[3.5,-0.25,2,-4.75,0.5,1.25,-1.5,6] low_bits=empty:1 low=empty:1 n=8 want=[-4.75] --ref low=want
// expect: error sign bit trick at line 8
// why: the bits of negative floats grow with their magnitude, so the smallest as a signed integer is the negative number nearest to zero
// figure: computed low = -0.25, MPFR -4.75
// Lowest log-likelihood over all particles of a localisation filter, by integer atomics on the bits.
__device__ int to_key(float v)
{
    return __float_as_int(v);
}

__device__ float from_key(int k)
{
    return __int_as_float(k);
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
