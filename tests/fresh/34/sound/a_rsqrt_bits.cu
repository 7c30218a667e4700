// fpcheck: normalise <<<1, 64>>> v=@a_rsqrt_bits_v.npy unit=empty:64x3 n=64 --ref 'unit=@a_rsqrt_bits_unit.npy' --tol rtol=1e-6,atol=1e-7
// expect: ok
// why: the well-known 0x5f3759df seed for 1/sqrt is good to 4 %, three Newton steps make it good to rounding: arithmetic on a float's bits that is meant
// figure: largest relative error at unit[52]: computed -0.327916354, exact -0.327916405, off by 5.1e-08, within rtol=1e-6,atol=1e-7
__device__ float inverse_root(float x)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
    float h = 0.5f * x;
    for (int k = 0; k < 3; ++k)
        y = y * (1.5f - h * y * y);
    return y;
}

__global__ void normalise(const float* v, float* unit, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float s = inverse_root(x * x + y * y + z * z);
    unit[3 * i] = x * s;
    unit[3 * i + 1] = y * s;
    unit[3 * i + 2] = z * s;
}
