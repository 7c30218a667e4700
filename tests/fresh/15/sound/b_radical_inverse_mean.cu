// fpcheck: mean_square<<<2, 64>>> mean=empty:2 want=[0.3255615234375,0.33331298828125] ref=mean=want --tol rtol=1e-6,atol=0
// expect: ok
// why: bits are reversed and become a float: below 2^24 points only the upper bits are set, so that the conversion to 24 bits is exact
// figure: computed mean[0] = 0.325561523, MPFR the same within 1 ulp
// Mean of x^2 over 64 points of the van der Corput sequence per block (quasi Monte Carlo).
__device__ float radical_inverse(unsigned i)
{
    return (float)__brev(i) * 2.3283064365386963e-10f;
}

__global__ void mean_square(float *mean)
{
    __shared__ float part[2];
    unsigned i = blockIdx.x * 64u + threadIdx.x;
    float u = radical_inverse(i);
    float s = u * u;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0)
        mean[blockIdx.x] = (part[0] + part[1]) / 64.0f;
}
