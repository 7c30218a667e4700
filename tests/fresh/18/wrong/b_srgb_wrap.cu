// fpcheck: encode_srgb <<<1, 32>>> linear=[0, 0.002, 0.1, 0.5, 0.9, 1.3, 1.7, 4] image=empty:8 exposure=1 n=8 --ref image=@b_srgb_wrap_ref.npy
// expect: error float to integer conversion at line 18: highlights above 1 leave the range of a byte and wrap round to dark values; nothing saturates them
// why: highlights above 1 leave the range of a byte and wrap round to dark values; nothing saturates them
// figure: image[5] computed 30, MPFR 255
__device__ float oetf(float x)
{
    if (x <= 0.0031308f)
        return 12.92f * x;
    return 1.055f * powf(x, 1.0f / 2.4f) - 0.055f;
}

__global__ void encode_srgb(const float *linear, unsigned char *image, float exposure, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = oetf(linear[i] * exposure);
        int level = (int)(v * 255.0f + 0.5f);
        image[i] = (unsigned char)level;
    }
}
