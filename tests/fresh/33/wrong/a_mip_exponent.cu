// fpcheck: mip_level <<<(2, 2), (8, 8)>>> fine=@a_texels.npy coarse=empty:16x16 w=16 --ref 'coarse=@a_mip.npy' --tol rtol=1e-5
// expect: error mismatch at line 7
// why: a quarter by taking 2 from the exponent field is right of normal numbers only: the sum of four black texels is +0, and 0 - 2*2^23 is the pattern of -1.7e38
// figure: coarse[68] computed -1.70141183e+38, MPFR 0
__device__ __forceinline__ float quarter(float x)
{
    return __int_as_float(__float_as_int(x) - (2 << 23));
}

__global__ void mip_level(const float *__restrict__ fine, float *__restrict__ coarse, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < w) {
        const float *p = fine + 2 * y * (2 * w) + 2 * x;
        float top = p[0] + p[1];
        float low = p[2 * w] + p[2 * w + 1];
        coarse[y * w + x] = quarter(top + low);
    }
}
