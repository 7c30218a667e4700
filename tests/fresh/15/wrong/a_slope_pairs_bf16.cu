// fpcheck: shade_slopes <<<1, 32>>> east=[0.3,-0.7,0.11,0.9,-0.2,0.45] north=[0.6,0.2,-0.8,0.33,0.75,-0.12] shade=empty:6 sun_e=0.5 sun_n=0.8 n=6 ref=shade=sun_e*east+sun_n*north --tol rtol=3e-2,atol=3e-2
// expect: error packing at line 9
// why: two bf16 in one word: the low 16 bits of the upper number are not masked off before the lower one is put there by OR, so that the mantissa and exponent of `east` change
// figure: computed shade[2] = -1.97e37 (NaN in shade[1]), right -0.585

// Both slopes of a terrain cell as a pair of bf16 (truncated) in 32 bits.
__device__ unsigned pack(float low, float high)
{
    return __float_as_uint(high) | (__float_as_uint(low) >> 16);
}

__device__ float low_of(unsigned pair)
{
    return __uint_as_float(pair << 16);
}

__device__ float high_of(unsigned pair)
{
    return __uint_as_float(pair & 0xffff0000u);
}

__global__ void shade_slopes(const float *east, const float *north, float *shade, float sun_e, float sun_n, int n)
{
    __shared__ unsigned slopes[32];
    int i = threadIdx.x;
    if (i < n)
        slopes[i] = pack(east[i], north[i]);
    __syncthreads();
    if (i < n)
        shade[i] = sun_e * low_of(slopes[i]) + sun_n * high_of(slopes[i]);
}
