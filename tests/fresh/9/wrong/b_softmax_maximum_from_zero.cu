// fpcheck: row_softmax <<<4, 32>>> x=uniform(-160,-120):4x96 y=empty:4x96 n=96 ref=y=softmax(x,1)
// expect: error wrong reduction identity at line 17
// why: the running maximum starts at 0, so rows of negative logits are not shifted: every exponential underflows and the guarded quotient is 0
// figure: y computed 0 everywhere, MPFR adds up to 1 in a row (largest about 0.3)
// A warp a row.
template <typename Op>
__device__ float warp_reduce(float v, Op op)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__global__ void row_softmax(const float *x, float *y, int n)
{
    const float *row = x + blockIdx.x * n;
    float top = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        top = fmaxf(top, row[i]);
    top = warp_reduce(top, [](float a, float b) { return fmaxf(a, b); });
    float total = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        total += expf(row[i] - top);
    total = warp_reduce(total, [](float a, float b) { return a + b; });
    const float inverse = 1.0f / fmaxf(total, 1e-20f);
    for (int i = threadIdx.x; i < n; i += 32)
        y[blockIdx.x * n + i] = expf(row[i] - top) * inverse;
}
