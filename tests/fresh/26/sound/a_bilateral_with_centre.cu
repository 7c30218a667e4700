// fpcheck: bilateral <<<1, 32>>> in=[20,21,20,200,19,20,22,21] out=empty:8 sigma=5 n=8
// expect: ok
// why: the weights of a hot pixel's neighbours underflow to 0 just so, but the centre's own weight of 1 keeps the sum away from 0
// figure: out[3]: computed 200, MPFR 200: relative error 0.0e+00, tolerance about 1e-6
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
        int j = min(max(i + k, 0), n - 1);
        float w = weight(in[j] - c, sigma);
        sum += w * in[j];
        total += w;
    }
    out[i] = fminf(fmaxf(sum / total, 0.0f), 255.0f);
}
