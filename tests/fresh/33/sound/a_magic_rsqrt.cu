// fpcheck: light_falloff <<<1, 128>>> offset=@a_light_offset.npy unit=empty:384 falloff=empty:128 n=128 --ref 'unit=@a_light_unit.npy' --ref 'falloff=@a_light_falloff.npy' --tol rtol=4e-6,atol=1e-7
// expect: ok
// why: the famous integer trick for 1/sqrt is off by 3 %, but three Newton steps bring it to a few ulps
// figure: largest relative error 2.24e-07 at falloff[25] (7.8860925e-05, exact 7.88609427e-05), largest absolute error 0.00314
__device__ float magic_rsqrt(float x)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
#pragma unroll
    for (int k = 0; k < 3; ++k)
        y = y * fmaf(-0.5f * x * y, y, 1.5f);
    return y;
}

__global__ void light_falloff(const float *__restrict__ offset, float *__restrict__ unit, float *__restrict__ falloff, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = offset[3 * i], y = offset[3 * i + 1], z = offset[3 * i + 2];
    float r = magic_rsqrt(x * x + y * y + z * z);
    unit[3 * i] = x * r;
    unit[3 * i + 1] = y * r;
    unit[3 * i + 2] = z * r;
    falloff[i] = r * r;
}
