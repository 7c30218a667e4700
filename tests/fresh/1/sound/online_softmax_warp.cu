// fpcheck: softmax_rows <<<4, 32>>> x=uniform(-20,40):4x100 y=empty:4x100 c=100 ref=softmax(x,1)
// expect: ok
// One pass for maximum and sum; lanes without a column start at -inf, and the merge guards -inf - -inf.
__global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ y, int c)
{
    const float ninf = __int_as_float(0xff800000);
    const float* row = x + blockIdx.x * c;
    float m = ninf, s = 0.0f;
    for (int j = threadIdx.x; j < c; j += 32) {
        float v = row[j];
        float mn = fmaxf(m, v);
        s = s * expf(m - mn) + expf(v - mn);
        m = mn;
    }
    for (int d = 16; d; d >>= 1) {
        float mo = __shfl_xor_sync(0xffffffffu, m, d);
        float so = __shfl_xor_sync(0xffffffffu, s, d);
        float mn = fmaxf(m, mo);
        float a = m == ninf ? 0.0f : s * expf(m - mn);
        float b = mo == ninf ? 0.0f : so * expf(mo - mn);
        s = a + b;
        m = mn;
    }
    for (int j = threadIdx.x; j < c; j += 32)
        y[blockIdx.x * c + j] = expf(row[j] - m) / s;
}
