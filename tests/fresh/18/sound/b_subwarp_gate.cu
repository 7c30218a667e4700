// fpcheck: gate8 <<<2, 64>>> logit=uniform(-300,300):16x8 gate=empty:16x8 --ref 'gate=softmax(logit, 1)' --tol rtol=1e-4,atol=1e-7
// expect: ok
// why: logits of 300 and shuffles of four tokens in a warp; the width is 8 and the row's maximum is taken away first
// figure: gate off by 1.4e-08 at most, allowed 1e-4 relative
__global__ void gate8(const float *logit, float *gate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = logit[i];
    float m = v;
    for (int d = 4; d > 0; d >>= 1)
        m = fmaxf(m, __shfl_down_sync(0xffffffffu, m, d, 8));
    m = __shfl_sync(0xffffffffu, m, 0, 8);
    float e = expf(v - m);
    float s = e;
    for (int d = 4; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, d, 8);
    gate[i] = e / s;
}
