// fpcheck: smooth <<<1, 64>>> x=randn:50 y=empty:50 n=50
// expect: ok
// why: threads behind the end return before the barrier, which a barrier does not wait for; and nobody reads the cells that they would have written
// figure: error about 1e-7 of the largest term
// Three-point smoothing of a trace; the ends use what is there.
__global__ void smooth(const float *x, float *y, int n)
{
    __shared__ float tile[66];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i >= n)
        return;
    tile[t + 1] = x[i];
    if (t == 0 && i > 0)
        tile[0] = x[i - 1];
    if (t == blockDim.x - 1 && i + 1 < n)
        tile[t + 2] = x[i + 1];
    __syncthreads();
    float sum = 2.0f * tile[t + 1];
    float weight = 2.0f;
    if (i > 0) {
        sum += tile[t];
        weight += 1.0f;
    }
    if (i + 1 < n) {
        sum += tile[t + 2];
        weight += 1.0f;
    }
    y[i] = sum / weight;
}
