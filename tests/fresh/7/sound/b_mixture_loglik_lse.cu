// fpcheck: evidence <<<2, 32>>> loglik=[-1000.5,-1001.25,-999.75,-1020.0,-1003.5,-1000.0,-1010.0,-998.25,-1005.0,-1002.0,500.0,499.0,480.0,501.5,499.5,498.0,-100.0,500.25,501.0,497.75] total=empty:2 n=10 want=[-997.7912883672456,502.3701634509763] ref=total=want --tol rtol=1e-6,atol=0
// expect: ok
// why: lanes without a component start at minus infinity and exp(-inf - m) is taken of them: that is an exact 0, and m is finite since lane 0 always has one; exp of -1000 is never formed
// figure: computed -997.791288 within 1.2e-7 relative, tolerance 1e-6
// log(sum(exp)) of the log likelihoods of mixture components, one warp an observation.
__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void evidence(const float *loglik, float *total, int n)
{
    int lane = threadIdx.x;
    float mine = lane < n ? loglik[blockIdx.x * n + lane] : -__int_as_float(0x7f800000);
    float m = warp_max(mine);
    float s = warp_sum(expf(mine - m));
    if (lane == 0)
        total[blockIdx.x] = m + logf(s);
}
