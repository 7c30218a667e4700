// fpcheck: softmax_ragged <<<6, 32>>> cols=20 x=uniform(-5,-4):6x20 y=empty:6x20 ref=y=softmax(x,1) --tol rtol=1e-4,atol=0
// expect: error mismatch at line 13: the twelve lanes without a column enter the sum with exp(0 - max)
// Row softmax of logits, one warp a row.
__global__ void softmax_ragged(const float* x, float* y, int cols)
{
    int row = blockIdx.x, lane = threadIdx.x;
    float v = lane < cols ? x[row * cols + lane] : 0.0f;
    float m = v;
    for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    float e = expf(v - m);
    float s = e;
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane < cols) y[row * cols + lane] = e / s;
}
