// fpcheck: loss_bisection <<<1, 32>>> level=[2.0,3.0,5.0] scale=[1e-24,1e-25,1e-3] root=empty:3 n=3 want=[1.4142135623730951,1.7320508075688772,2.23606797749979] ref=root=want --tol rtol=3e-7,atol=0
// expect: ok
// why: residuals of 1e-24 whose product would underflow: only their signs are compared, by the bits
// figure: computed root[0] = 1.4142135 or its neighbour (1.2e-7 apart), MPFR 1.41421356
__device__ float residual(float x, float level, float scale)
{
    return scale * fmaf(x, x, -level);
}

__device__ bool opposite(float a, float b)
{
    return (__float_as_int(a) ^ __float_as_int(b)) < 0;
}

__global__ void loss_bisection(const float *level, const float *scale, float *root, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float low = 0.0f, high = 4.0f;
    float at_low = residual(low, level[i], scale[i]);
    for (int k = 0; k < 40; k++) {
        float middle = low + 0.5f * (high - low);
        if (middle <= low || middle >= high)
            break;
        float at_middle = residual(middle, level[i], scale[i]);
        if (opposite(at_low, at_middle))
            high = middle;
        else {
            low = middle;
            at_low = at_middle;
        }
    }
    root[i] = low;
}
