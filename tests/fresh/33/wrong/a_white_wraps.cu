// fpcheck: tonemap_rgba8 <<<2, 128>>> rgb=@a_linear_rgb.npy exposure=1.0 rgba=empty:1024:u8 n=256 --ref 'rgba=@a_rgba8.npy' --tol rtol=0,atol=1
// expect: error conversion at line 14
// why: a channel of exactly 1.0 times 256 is 256, which a store to unsigned char turns into 0: white becomes black (the known 256 against 255 mistake of colour quantisation)
// figure: rgba[0] computed 0, should be 255; 278 of 1024 elements differ
__device__ float gamma_encode(float x) { return powf(x, 1.0f / 2.2f); }

__global__ void tonemap_rgba8(const float *__restrict__ rgb, float exposure, unsigned char *__restrict__ rgba, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int c = 0; c < 3; ++c) {
        float v = fminf(fmaxf(rgb[3 * i + c] * exposure, 0.0f), 1.0f);
        rgba[4 * i + c] = (unsigned char)(int)(gamma_encode(v) * 256.0f);
    }
    rgba[4 * i + 3] = 255;
}
