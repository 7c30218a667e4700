// fpcheck: rod_potential <<<1, 32>>> y=[2.0,3.0,5.0,8.0,1.5,4.0] x1=[-6000.0,-300.0,-20.0,10.0,-4000.0,0.0] x2=[-2500.0,-1.0,30.0,900.0,-3999.0,7.0] u=empty:6 gm=1.0 n=6 want=[0.875468605132,4.97089221537,4.58649239991,4.36852714206,0.000250031237625,1.3258977669] ref=u=want --tol rtol=2e-5,atol=1e-5
// expect: ok
// why: log(x + r) would cancel for negative x; there y^2/(r - x) is taken, which is the same number without a subtraction of equals
// figure: error 2.7e-7 (largest of all, absolute) at u[4], tolerance 1e-5 + 2e-5 relative
__device__ float edge(float x, float y)
{
    float r = sqrtf(x * x + y * y);
    float sum = x >= 0.0f ? x + r : y * y / (r - x);
    return logf(sum);
}

// Potential of a thin horizontal rod.
__global__ void rod_potential(const float *y, const float *x1, const float *x2, float *u, float gm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    u[i] = gm * (edge(x2[i], y[i]) - edge(x1[i], y[i]));
}
