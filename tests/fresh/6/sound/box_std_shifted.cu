// fpcheck: box_std_shifted <<<(n+127)/128, 128>>> n=512 radius=4 x=uniform(4000,4001):n out=empty:n
// expect: ok
// Local standard deviation of a scan line of sensor counts; everything relative to the centre sample, two passes.
__global__ void box_std_shifted(const float* __restrict__ x, float* __restrict__ out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int lo = max(i - radius, 0);
    int hi = min(i + radius, n - 1);
    float centre = x[i];
    float inv = 1.0f / (float)(hi - lo + 1);
    float shift = 0.0f;
    for (int j = lo; j <= hi; ++j) shift += x[j] - centre;   // exact differences: neighbours within a factor of two
    shift *= inv;
    float ss = 0.0f;
    for (int j = lo; j <= hi; ++j) {
        float d = (x[j] - centre) - shift;
        ss += d * d;
    }
    out[i] = sqrtf(ss * inv);
}
