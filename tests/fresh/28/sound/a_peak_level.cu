// fpcheck: peak <<<3, 64>>> level=@a_peak_level_x.npy loudest=empty:3 n=200 --ref loudest=@a_peak_level_want.npy --tol bitwise
// expect: ok
// why: floats are compared as integers, negative ones too, but the key turns the bits of negative numbers over, and the start is the key of -infinity
// figure: loudest[0] computed -3.35568476, exact -3.35568476
// Loudest sample of each track in dB below full scale, all negative but one.
__device__ unsigned to_ordered(float v)
{
    unsigned bits = __float_as_uint(v);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ float from_ordered(unsigned key)
{
    return __uint_as_float(key & 0x80000000u ? key & 0x7fffffffu : ~key);
}

__global__ void peak(const float *level, float *loudest, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = to_ordered(-INFINITY);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(&best, to_ordered(level[blockIdx.x * n + i]));
    __syncthreads();
    if (threadIdx.x == 0)
        loudest[blockIdx.x] = from_ordered(best);
}
