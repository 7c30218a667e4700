// fpcheck: normalise <<<1, 64>>> v=uniform(0.1,2):64x3 out=empty:64x3 n=64
// expect: ok
// why: the 0x5f3759df guess is off by 3 % but three Newton steps take it to the last bits: 2e-3, 5e-6, then rounding
// figure: computed 1/sqrt within 1.2e-07 relative over a sweep
__device__ float inverse_root(float x)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
    float h = 0.5f * x;
    for (int k = 0; k < 3; k++)
        y = y * (1.5f - h * y * y);
    return y;
}

__global__ void normalise(const float *v, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    float r = inverse_root(x * x + y * y + z * z);
    out[3 * i] = x * r;
    out[3 * i + 1] = y * r;
    out[3 * i + 2] = z * r;
}
