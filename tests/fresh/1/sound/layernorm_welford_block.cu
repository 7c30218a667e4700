// fpcheck: layernorm <<<4, 32>>> x=uniform(-1,3):4x128 g=uniform(0.5,1.5):128 b=uniform(-1,1):128 y=empty:4x128 c=128 eps=1e-5
// expect: ok
__global__ void layernorm(const float* x, const float* g, const float* b, float* y, int c, float eps)
{
    const float* row = x + blockIdx.x * c;
    int lane = threadIdx.x;
    float s = 0.0f;
    for (int j = lane; j < c; j += 32) s += row[j];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    float mean = s / (float)c;
    float q = 0.0f;
    for (int j = lane; j < c; j += 32) { float e = row[j] - mean; q += e * e; }
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    float inv = rsqrtf(q / (float)c + eps);
    for (int j = lane; j < c; j += 32)
        y[blockIdx.x * c + j] = (row[j] - mean) * inv * g[j] + b[j];
}
