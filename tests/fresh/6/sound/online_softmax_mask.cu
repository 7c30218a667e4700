// fpcheck: online_softmax_mask <<<6, 32>>> cols=83 x=uniform(-30,30):6x83 y=empty:6x83 ref=y=softmax(x,1) --tol rtol=1e-4,atol=1e-35
// expect: ok
// One pass for maximum and sum, one warp a row; lanes that saw nothing carry (-inf, 0) and the merge is guarded.
__device__ void merge(float& m, float& s, float om, float os)
{
    float nm = fmaxf(m, om);
    float a = m == -INFINITY ? 0.0f : s * expf(m - nm);
    float b = om == -INFINITY ? 0.0f : os * expf(om - nm);
    m = nm;
    s = a + b;
}

__global__ void online_softmax_mask(const float* x, float* y, int cols)
{
    const float* row = x + blockIdx.x * cols;
    int lane = threadIdx.x;
    float m = -INFINITY, s = 0.0f;
    for (int c = lane; c < cols; c += 32) merge(m, s, row[c], 1.0f);
    for (int d = 16; d > 0; d >>= 1) {
        float om = __shfl_xor_sync(0xffffffffu, m, d);
        float os = __shfl_xor_sync(0xffffffffu, s, d);
        merge(m, s, om, os);
    }
    float inv = 1.0f / s;
    for (int c = lane; c < cols; c += 32) y[blockIdx.x * cols + c] = expf(row[c] - m) * inv;
}
