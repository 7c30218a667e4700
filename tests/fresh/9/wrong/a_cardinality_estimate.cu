// fpcheck: estimate<<<1, 16>>> reg=[3,5,33,2,4,6,31,7,2,3,5,4,34,1,2,3] distinct=empty:1 want=[93.8419744] ref=distinct=want --tol rtol=1e-4,atol=0
// expect: error integer overflow of a shift at line 10
// why: 1 << 33 is 0 in 32 bits (and 1 << 31 negative): 1 / 0 is infinite and the estimate 0
// figure: computed 0, MPFR 93.84197444
// HyperLogLog with sixteen registers: alpha m^2 over the sum of 2^-register.
#define M 16

__device__ float weight(int r)
{
    return 1.0f / (float)(1 << r);
}

__global__ void estimate(const unsigned char *reg, float *distinct)
{
    float v = weight(reg[threadIdx.x]);
    for (int d = M / 2; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffu, v, d);
    if (threadIdx.x == 0)
        distinct[0] = 0.673f * M * M / v;
}
