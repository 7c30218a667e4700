// fpcheck: box_std <<<(n+127)/128, 128>>> n=512 radius=4 x=uniform(4000,4001):n out=empty:n
// expect: error cancellation at line 20: E[x^2]-E[x]^2 on 12-bit sensor counts near 4000, the variance is 1/12
// Local standard deviation of a scan line (texture measure), window 2*radius+1, clamped at the ends.
__global__ void box_std(const float* __restrict__ x, float* __restrict__ out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0.0f, s2 = 0.0f;
    int count = 0;
    for (int d = -radius; d <= radius; ++d) {
        int j = i + d;
        if (j < 0 || j >= n) continue;
        float v = x[j];
        s += v;
        s2 += v * v;
        ++count;
    }
    float inv = 1.0f / (float)count;
    float mean = s * inv;
    float var = s2 * inv - mean * mean;
    out[i] = sqrtf(fmaxf(var, 0.0f));
}
