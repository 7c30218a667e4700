// fpcheck: unit_normals <<<1, 64>>> nx=[1,0.5,-3,0.001,100,2000] ny=[2,0.25,4,0.002,-50,1] nz=[3,-0.125,0.5,-0.003,25,-3] ux=empty:6 n=6
// expect: ok
// why: an integer subtraction of float bits with a magic constant; three Newton steps bring the first guess from 3.4 % to float precision
// figure: computed ux[5] = 0.999998748, MPFR 0.99999875; largest relative error of all 4.9e-08
// Meshes: x component of unit normals with the famous inverse square root.
__device__ float inverse_root(float v)
{
    float y = __int_as_float(0x5f3759df - (__float_as_int(v) >> 1));
    for (int k = 0; k < 3; ++k)
    {
        float e = fmaf(-v * y, y, 1.0f);
        y = fmaf(0.5f * y, e, y);
    }
    return y;
}

__global__ void unit_normals(const float *nx, const float *ny, const float *nz, float *ux, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = nx[i], y = ny[i], z = nz[i];
    ux[i] = x * inverse_root(x * x + y * y + z * z);
}
