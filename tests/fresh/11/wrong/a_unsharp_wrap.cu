// fpcheck: unsharp <<<1, 32>>> row=[10,10,12,200,250,250,240,20,10,10] sharp=empty:10:u8 amount=1.5 n=10 --ref sharp=@a_unsharp_wrap.npy
// expect: error conversion at line 17
// why: sharpening overshoots below 0 and above 255; the cast to unsigned char keeps the low 8 bits instead of clamping, so a bright edge turns dark and a dark one bright
// figure: sharp[4]: computed 13, MPFR 255 (value 268.75)
// Unsharp masking of one scan line.
__device__ float blur(const float *row, int i, int n)
{
    int l = max(i - 1, 0), r = min(i + 1, n - 1);
    return 0.25f * row[l] + 0.5f * row[i] + 0.25f * row[r];
}

__global__ void unsharp(const float *row, unsigned char *sharp, float amount, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float v = row[i] + amount * (row[i] - blur(row, i, n));
        sharp[i] = (unsigned char)(int)floorf(v + 0.5f);
    }
}
