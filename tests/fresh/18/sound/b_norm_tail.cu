// fpcheck: layer_norm <<<3, 32>>> x=uniform(99,101):3x45 gamma=ones:45 beta=zeros:45 y=empty:3x45 dim=45 eps=1e-5
// expect: ok
// why: a mean of 100 with a spread of 1 and a row that is no multiple of the warp; two passes, and lanes beyond the row add nothing
// figure: y off by 1.8e-07 at most, allowed about 3e-6
__device__ float total(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void layer_norm(const float *x, const float *gamma, const float *beta, float *y, int dim, float eps)
{
    const float *row = x + blockIdx.x * dim;
    float s = 0.0f;
    for (int j = threadIdx.x; j < dim; j += 32)
        s += row[j] - row[0];
    float shift = total(s) / (float)dim;
    float q = 0.0f;
    for (int j = threadIdx.x; j < dim; j += 32) {
        float d = (row[j] - row[0]) - shift;
        q = fmaf(d, d, q);
    }
    float inv = 1.0f / sqrtf(total(q) / (float)dim + eps);
    for (int j = threadIdx.x; j < dim; j += 32)
        y[blockIdx.x * dim + j] = ((row[j] - row[0]) - shift) * inv * gamma[j] + beta[j];
}
