// fpcheck: row_variance <<<4, 32>>> x=uniform(8190,8194):4x256 v=empty:4 c=256 --ref v=var(x,1) --tol rtol=1e-4,atol=0
// expect: ok
__global__ void row_variance(const float* __restrict__ x, float* __restrict__ v, int c)
{
    const float* row = x + (size_t)blockIdx.x * c;
    const float pivot = row[0];
    float s = 0.0f;
    for (int j = threadIdx.x; j < c; j += 32) s += row[j] - pivot;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    const float mean = s / (float)c;
    float q = 0.0f;
    for (int j = threadIdx.x; j < c; j += 32) {
        float e = (row[j] - pivot) - mean;
        q = fmaf(e, e, q);
    }
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    if (threadIdx.x == 0) v[blockIdx.x] = q / (float)c;
}
