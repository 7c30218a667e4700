// fpcheck: tail_sum <<<1, 20>>> x=uniform(0,1):20 out=empty:1 n=20 ref=sum(x)
// expect: ok
__global__ void tail_sum(const float* x, float* out, int n)
{
    unsigned mask = (1u << n) - 1u;
    int lane = threadIdx.x;
    float v = x[lane];
    for (int d = 16; d > 0; d >>= 1) {
        float o = __shfl_down_sync(mask, v, d);
        if (lane + d < n) v += o;
    }
    if (lane == 0) out[0] = v;
}
