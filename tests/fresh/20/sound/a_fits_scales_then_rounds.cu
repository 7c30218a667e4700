// fpcheck: fits_store<<<1, 32>>> flux=[1000.237,1003.871,999.412,1012.006,1001.5,998.083] stored=empty:6 back=empty:6 zero=1000 scale=0.001 n=6 ref=back=flux --tol rtol=1e-6
// expect: ok
// why: divide by BSCALE, then round to the nearest integer and saturate; half a step of 0.001 beside 1000 is 5e-7
// figure: computed back[0]=1000.237, MPFR 1000.237: within 5e-7 relative
// FITS images keep 16-bit integers with BZERO and BSCALE: value = BZERO + BSCALE * stored.
__device__ short to_stored(float value, float zero, float scale)
{
    float steps = (value - zero) / scale;
    int counts = (int)rintf(steps);
    return (short)max(-32768, min(32767, counts));
}

__global__ void fits_store(const float *flux, short *stored, float *back, float zero, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    short s = to_stored(flux[i], zero, scale);
    stored[i] = s;
    back[i] = zero + scale * (float)s;
}
