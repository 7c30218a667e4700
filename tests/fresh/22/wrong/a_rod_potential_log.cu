// fpcheck: rod_potential <<<1, 32>>> y=[2.0,3.0,5.0,8.0,1.5,4.0] u=empty:6 x1=-6000.0 x2=-2500.0 gm=1.0 n=6
// expect: error cancellation at line 9
// why: for a rod that lies wholly on the negative side x + hypot(x, y) is the difference of two numbers of 6000, and its logarithm is noise
// figure: computed 0.405465126 at u[0], MPFR 0.875468605
// Potential of a thin horizontal rod seen from stations beside it (the edge term of the prism formula).
__device__ float edge(float x, float y)
{
    float r = sqrtf(x * x + y * y);
    return logf(x + r);
}

__global__ void rod_potential(const float *y, float *u, float x1, float x2, float gm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    u[i] = gm * (edge(x2, y[i]) - edge(x1, y[i]));
}
