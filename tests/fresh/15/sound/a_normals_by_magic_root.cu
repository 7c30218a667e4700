// fpcheck: unit_normals <<<2, 32>>> x=uniform(-3,3):64 y=uniform(-3,3):64 z=uniform(0.5,3):64 nx=empty:64 ny=empty:64 nz=empty:64 n=64
// expect: ok
// why: the inverse root begins with the well known integer constant (3 % off), but three Newton steps follow, after which only rounding is left
// figure: computed length of a normal 1 within 2e-7 (after the steps: 3.4e-2, 1.8e-3, 4.7e-6, 3e-11 and rounding)

__device__ float inverse_root(float x)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(x) >> 1));
    float h = 0.5f * x;
    y = y * (1.5f - h * y * y);
    y = y * (1.5f - h * y * y);
    y = y * (1.5f - h * y * y);
    return y;
}

__global__ void unit_normals(const float *x, const float *y, const float *z, float *nx, float *ny, float *nz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = inverse_root(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    nx[i] = x[i] * s;
    ny[i] = y[i] * s;
    nz[i] = z[i] * s;
}
