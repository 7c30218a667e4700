// fpcheck: separation<<<1, 32>>> ra=[1.2000099420547485,1.2000399827957153,1.19992995262146,1.2002999782562256] dec=[0.6000099778175354,0.5999799966812134,0.6000499725341797,0.6001999974250793] sep=empty:4 ra0=1.2 dec0=0.6 n=4
// expect: error cancellation at line 18
// why: the arc cosine of a cosine near 1: separations below an arc minute lose nearly all digits
// figure: computed sep[0] = 0, MPFR 1.28750774e-5
// Separation of catalogue stars from the pointing (radians).
__device__ float cosine(float d1, float d2, float da)
{
    return sinf(d1) * sinf(d2) + cosf(d1) * cosf(d2) * cosf(da);
}

__global__ void separation(const float *ra, const float *dec, float *sep, float ra0, float dec0, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = cosine(dec0, dec[i], ra[i] - ra0);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    sep[i] = acosf(c);
}
