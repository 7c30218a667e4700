// fpcheck: pack565 <<<1, 32>>> rgb=[0.5,0.25,0.75,1.0,1.0,1.0,0.1,0.2,1.04,0.9,1.02,0.3,0.0,0.0,0.0,0.2,0.999,0.6,0.33,0.1,1.1,0.7,0.7,0.7] packed=empty:8 n=8 want=[33303,65535,6591,59369,0,14323,20703,46486] ref=packed=want --tol rtol=0,atol=0.5
// expect: error narrowing at line 9
// why: tone-mapped channels go a little above 1 and only the low side is clamped, so the field overflows into the neighbouring channel
// figure: computed packed[2] = 0x19a0, right 0x19bf; differing [2, 3, 6]
// Display pixels of 5:6:5 bits from a tone-mapped image; overshoot of the sharpener is to be clamped to [0, 1].
__device__ __forceinline__ unsigned level(float v, float top)
{
    v = fmaxf(v, 0.0f);
    return (unsigned)(v * top + 0.5f);
}

__global__ void pack565(const float *rgb, unsigned short *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned r = level(rgb[3 * i], 31.0f);
    unsigned g = level(rgb[3 * i + 1], 63.0f);
    unsigned b = level(rgb[3 * i + 2], 31.0f);
    packed[i] = (unsigned short)(r << 11 | g << 5 | b);
}
