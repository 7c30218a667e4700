// fpcheck: row_variance <<<8, 32>>> x=randn:8x12 v=empty:8 c=12 --ref v=var(x,1) --tol rtol=1e-4,atol=1e-6
// expect: error mismatch with reference at line 14: divided by c - 1: the unbiased estimate, 9 % above the population's
__global__ void row_variance(const float* x, float* v, int c)
{
    const int t = threadIdx.x;
    const float* row = x + blockIdx.x * c;
    float a = t < c ? row[t] : 0.0f;
    float s = a;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    float mean = s / (float)c;
    float e = t < c ? a - mean : 0.0f;
    float q = e * e;
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    if (t == 0) v[blockIdx.x] = q / (float)(c - 1);
}
