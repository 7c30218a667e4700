// fpcheck: grad_norm <<<1, 32>>> g=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2] out=empty:1 n=32 --ref out='sum(g*g)' --tol rtol=1e-5
// expect: error shuffle at line 16
// why: the shuffles have width 16, so lane 0 never sees the upper half of the warp
// figure: computed out = 16, exact 80
template <int WIDTH>
__device__ float warp_sum(float v)
{
    for (int o = WIDTH / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, WIDTH);
    return v;
}

__global__ void grad_norm(const float *g, float *out, int n)
{
    float v = threadIdx.x < n ? g[threadIdx.x] : 0.0f;
    float s = warp_sum<16>(v * v);
    if (threadIdx.x == 0)
        out[0] = s;
}
