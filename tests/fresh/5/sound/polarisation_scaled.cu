// fpcheck: polarisation <<<1, 32>>> x=[3e17,2e19,3e19,1e20,5e18] y=[4e17,1e19,4e19,2e20,1e19] weight=empty:5 n=5 ref=weight=(x/y)*(x/y)/((x/y)*(x/y)+1) --tol rtol=1e-5,atol=0
// expect: ok
// cos^2 of the scattering plane, positions in cgs units; scaled by the exponent of the larger one, taken from its bits.
__device__ float power_of_two_below(float x)
{
    return __uint_as_float(__float_as_uint(x) & 0x7f800000u);
}

__global__ void polarisation(const float *x, const float *y, float *weight, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float scale = 1.0f / power_of_two_below(fmaxf(fabsf(x[i]), fabsf(y[i])));
    float xs = x[i] * scale, ys = y[i] * scale;
    weight[i] = xs * xs / (xs * xs + ys * ys);
}
