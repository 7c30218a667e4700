// fpcheck: bond_angles<<<1, 32>>> ax=[-1.048,1.0] ay=[0.177,0.0] az=[-0.52,0.0] bx=[0.524,0.0] by=[-0.0885,1.0] bz=[0.26,0.0] bins=inout:zeros:18:i32 n=2
// expect: error NaN converted to an integer at line 21
// why: of opposite bonds the cosine is rounded to just below -1, acosf gives NaN, and the conversion makes bin 0 (0 degrees) of it instead of the last one (180)
// figure: computed bins[0] = 1, bins[17] = 0 (cosine -1.00000012), MPFR bins[0] = 0, bins[17] = 1 (180 degrees)
// Histogram of the angles between pairs of bonds, 10 degrees a bin.
__device__ float dot3(float ax, float ay, float az, float bx, float by, float bz)
{
    return fmaf(az, bz, fmaf(ay, by, __fmul_rn(ax, bx)));
}

__global__ void bond_angles(const float *ax, const float *ay, const float *az, const float *bx, const float *by, const float *bz,
                            int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ab = dot3(ax[i], ay[i], az[i], bx[i], by[i], bz[i]);
    float aa = dot3(ax[i], ay[i], az[i], ax[i], ay[i], az[i]);
    float bb = dot3(bx[i], by[i], bz[i], bx[i], by[i], bz[i]);
    float c = ab / __fmul_rn(sqrtf(aa), sqrtf(bb));
    float degrees = acosf(c) * 57.29577951f;
    int bin = (int)(degrees * 0.1f);
    bin = min(max(bin, 0), 17);
    atomicAdd(&bins[bin], 1);
}
