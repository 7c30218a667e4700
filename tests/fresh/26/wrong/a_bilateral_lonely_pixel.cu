// fpcheck: bilateral <<<1, 32>>> in=[20,21,20,200,19,20,22,21] out=empty:8 sigma=5 n=8
// expect: error underflow at line 28
// why: beside a hot pixel all weights underflow (exp(-648)), 0/0 is NaN and the clamp makes black of it
// figure: out[3]: computed 0, MPFR 20.9984779
__device__ float weight(float d, float sigma)
{
    float q = d / sigma;
    return expf(-0.5f * q * q);
}

__global__ void bilateral(const float *in, float *out, float sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = in[i];
    float sum = 0.0f, total = 0.0f;
    for (int k = -2; k <= 2; k++) {
        if (k == 0)
            continue;
        int j = min(max(i + k, 0), n - 1);
        if (j == i)
            continue;
        float w = weight(in[j] - c, sigma);
        sum += w * in[j];
        total += w;
    }
    out[i] = fminf(fmaxf(sum / total, 0.0f), 255.0f);
}
