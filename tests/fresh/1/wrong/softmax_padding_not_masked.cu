// fpcheck: softmax_rows <<<4, 32>>> x=uniform(-8,-6):4x20 y=empty:4x20 c=20 ref=softmax(x,1)
// expect: error mismatch with reference at line 6: padded lanes carry 0, which is the maximum and adds 12 exponentials to the sum
__global__ void softmax_rows(const float* x, float* y, int c)
{
    int lane = threadIdx.x;
    float v = lane < c ? x[blockIdx.x * c + lane] : 0.0f;
    float m = v;
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    float e = expf(v - m);
    float s = e;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane < c) y[blockIdx.x * c + lane] = e / s;
}
