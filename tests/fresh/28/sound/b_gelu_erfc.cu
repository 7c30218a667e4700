// fpcheck: gelu <<<1, 64>>> x=@b_ge_x.npy y=empty:60 n=60 ref=y=@b_ge_y.npy --tol rtol=3e-5,atol=0
// expect: ok
// why: for x down to -8 the factor is 1e-15; as half an erfc it keeps its relative accuracy where 1 + erf would cancel
// figure: computed -2.3895766e-12, MPFR -2.3895729e-12 (worst element of a float model of the kernel: error 3.7e-18, tolerance 7.2e-17)
__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * normal_cdf(x[i]);
}
