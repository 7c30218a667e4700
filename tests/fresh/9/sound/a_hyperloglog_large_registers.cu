// fpcheck: estimate<<<2, 16>>> reg=[3,5,40,2,4,6,31,7,2,3,5,4,34,1,2,3,0,1,0,2,0,0,1,0,0,3,0,0,1,0,0,0] distinct=empty:2 want=[93.84197444126161,5.995095191062571] ref=distinct=want --tol rtol=1e-5,atol=0
// expect: ok
// why: registers above 31: the powers of two are made by ldexp, not by a shift; few distinct values switch to linear counting
// figure: error 2.227348064e-8 of rtol 1e-5
// HyperLogLog, a sketch a block: sixteen registers.
#define M 16

__device__ float half_sum(float v)
{
    for (int d = M / 2; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffu, v, d);
    return v;
}

__global__ void estimate(const unsigned char *reg, float *distinct)
{
    int r = reg[blockIdx.x * M + threadIdx.x];
    float sum = half_sum(ldexpf(1.0f, -r));
    int zeros = __popc(__ballot_sync(0xffffu, r == 0));
    if (threadIdx.x == 0) {
        float e = 0.673f * (float)(M * M) / sum;
        if (e < 2.5f * M && zeros > 0)
            e = M * logf((float)M / (float)zeros);
        distinct[blockIdx.x] = e;
    }
}
