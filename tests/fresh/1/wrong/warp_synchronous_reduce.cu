// fpcheck: warp_sum <<<4, 32>>> x=uniform(0,1):4x32 out=empty:4 ref=sum(x,1)
// expect: error race at line 9: warp-synchronous shared memory without __syncwarp: a lane reads what another may be writing
__global__ void warp_sum(const float* x, float* out)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 32 + t];
    if (t < 16) {
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
