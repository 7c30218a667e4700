// fpcheck: warp_sum <<<4, 32>>> x=uniform(0,1):4x32 out=empty:4 ref=sum(x,1)
// expect: ok
__global__ void warp_sum(const float* x, float* out)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float v = x[blockIdx.x * 32 + t];
    s[t] = v;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        float o = t < d ? s[t + d] : 0.0f;
        __syncwarp();
        if (t < d) s[t] = v = v + o;
        __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = v;
}
