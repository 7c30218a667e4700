// fpcheck: batchnorm_axis <<<1, 32>>> rows=32 cols=8 x=uniform(0,1):32x8 y=empty:32x8 ref=y=(x-mean(x,0))/sqrt(var(x,0)+1e-5) --tol rtol=1e-3,atol=1e-3
// expect: error mismatch at line 9: the statistics run along a sample's channels instead of a channel's samples
// Batch normalisation without affine part, 32 samples of 8 channels.
__global__ void batchnorm_axis(const float* x, float* y, int rows, int cols)
{
    int r = threadIdx.x;
    if (r >= rows) return;
    float mean = 0.0f;
    for (int c = 0; c < cols; ++c) mean += x[r * cols + c];
    mean /= (float)cols;
    float var = 0.0f;
    for (int c = 0; c < cols; ++c) {
        float d = x[r * cols + c] - mean;
        var += d * d;
    }
    var /= (float)cols;
    float inv = rsqrtf(var + 1e-5f);
    for (int c = 0; c < cols; ++c) y[r * cols + c] = (x[r * cols + c] - mean) * inv;
}
