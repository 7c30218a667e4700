// fpcheck: encode <<<1, 32>>> linear=[0.0,0.001,0.003,0.01,0.02,0.035,0.041,0.2,0.5,1.0] srgb=empty:10 n=10 want=[0.0,0.012920000613667071,0.038760000336915255,0.09985282129194903,0.15170371739116364,0.2059841577128176,0.22376980947675484,0.48452920783154513,0.7353569830524495,1.0] ref=srgb=want --tol rtol=1e-4,atol=1e-5
// expect: error constant at line 9
// why: the encoder uses the threshold of the decoder, 0.04045, where 0.0031308 belongs: dark tones between follow the linear segment
// figure: computed srgb[4] = 0.2584, MPFR 0.1517037
// Linear light to sRGB.
__device__ float oetf(float v)
{
    v = __saturatef(v);
    if (v <= 0.04045f)
        return 12.92f * v;
    return 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
}

__global__ void encode(const float *linear, float *srgb, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        srgb[i] = oetf(linear[i]);
}
