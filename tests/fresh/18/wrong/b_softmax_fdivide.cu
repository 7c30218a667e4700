// fpcheck: gate_softmax <<<2, 32>>> logit=@b_softmax_fdivide_x.npy gate=empty:2x8 k=8 --ref 'gate=softmax(logit, 1)' --tol rtol=1e-3,atol=1e-6
// expect: error fast-math approximation beyond its range at line 15: __fdividef gives 0 for denominators above 2^126; unshifted exponentials of logits near 88 reach that without overflowing
// why: __fdividef gives 0 for denominators above 2^126; unshifted exponentials of logits near 88 reach that without overflowing
// figure: gate[2] computed 0, MPFR 0.6225791
// Gate over eight experts; logits are known to stay below 88, so no maximum is subtracted.
__global__ void gate_softmax(const float *logit, float *gate, int k)
{
    int lane = threadIdx.x;
    const float *row = logit + blockIdx.x * k;
    float e = lane < k ? expf(row[lane]) : 0.0f;
    float s = e;
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane < k)
        gate[blockIdx.x * k + lane] = __fdividef(e, s);
}
