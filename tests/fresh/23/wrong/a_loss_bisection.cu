// fpcheck: loss_bisection <<<1, 32>>> level=[2.0,3.0,5.0] scale=[1e-24,1e-25,1e-3] root=empty:3 n=3 want=[1.4142135623730951,1.7320508075688772,2.23606797749979] ref=root=want --tol rtol=1e-5,atol=0
// expect: error underflow at line 21
// why: the change of sign is tested by a product, which underflows to zero for small residuals: the lower end always moves
// figure: computed root[0] = 4 (the upper end), MPFR 1.4142136
__device__ float residual(float x, float level, float scale)
{
    return scale * (x * x - level);
}

// Bisection of a loss in a waveguide, between 0 and 4.
__global__ void loss_bisection(const float *level, const float *scale, float *root, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float low = 0.0f, high = 4.0f;
    float at_low = residual(low, level[i], scale[i]);
    for (int k = 0; k < 40; k++) {
        float middle = 0.5f * (low + high);
        float at_middle = residual(middle, level[i], scale[i]);
        if (at_low * at_middle < 0.0f)
            high = middle;
        else {
            low = middle;
            at_low = at_middle;
        }
    }
    root[i] = 0.5f * (low + high);
}
