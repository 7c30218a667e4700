// fpcheck: impact <<<1, 32>>> height=[0.01,2.0,150.0,0.001,30.0,1000.0] speed=[300.0,-5.0,1500.0,80.0,-40.0,0.5] time=empty:6 n=6 g=9.80665 --ref time=@a_impact_time_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: a shot down from a small height has a root that the textbook formula loses; here the root that adds equal signs is taken and the other follows from the product
// figure: time[0] computed 3.33333119e-5, MPFR 3.33333144e-5; worst relative error 7.7e-08 of 1e-6 allowed
// Time until a body thrown down with `speed` (up: negative) from `height` reaches the ground: g/2 t^2 + v t - h = 0, the positive root.
__device__ float discriminant(float a, float b, float c)
{
    // b^2 - 4ac as a fused pair (Kahan)
    float w = 4.0f * a * c;
    float e = fmaf(-4.0f * a, c, w);
    float f = fmaf(b, b, -w);
    return f + e;
}

__device__ float positive_root(float a, float b, float c)
{
    float root = sqrtf(discriminant(a, b, c));
    float q = -0.5f * (b + copysignf(root, b));
    // one root is q / a, the other c / q; c < 0 < a, so their signs differ
    return b >= 0.0f ? c / q : q / a;
}

__global__ void impact(const float *height, const float *speed, float *time, int n, float g)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    time[i] = positive_root(0.5f * g, speed[i], -height[i]);
}
