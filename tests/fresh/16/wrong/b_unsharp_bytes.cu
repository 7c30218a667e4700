// fpcheck: unsharp <<<1, 64>>> image=[10,10,10,10,250,250,250,250,10,10,200,201,202,203,30,30,120,121,119,118,117,255,255,0,0,128,127,126,125,64,32,16] sharp=empty:32 amount=1.5 n=32 ref=sharp=@b_unsharp_bytes.npy --tol atol=1
// expect: error narrowing at line 19
// why: the sharpened value passes 255, and the conversion to a byte keeps the low eight bits: an overshoot of 370 becomes 114
// figure: computed sharp[4] = 84 (340 mod 256), MPFR 340, that is 255
__device__ float blurred(const unsigned char *image, int i, int n)
{
    int l = max(i - 1, 0), r = min(i + 1, n - 1);
    return 0.25f * (float)image[l] + 0.5f * (float)image[i] + 0.25f * (float)image[r];
}

__global__ void unsharp(const unsigned char *image, unsigned char *sharp, float amount, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = (float)image[i];
    float high = v - blurred(image, i, n);
    float s = fmaxf(v + amount * high, 0.0f);
    sharp[i] = (unsigned char)(unsigned int)(s + 0.5f);
}
