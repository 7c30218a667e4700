// fpcheck: deposit <<<1, 32>>> x=[0.3,-0.3,1.75,-1.6,-2.25,2.5,-0.125,0.9] rho=inout:zeros:9 n=8 inverse_dx=1.0 half=4 want=[0.0,0.25,1.35,0.825,2.375,1.45,1.25,0.5,0.0] --ref rho=want --tol rtol=1e-5,atol=1e-6
// expect: error float to integer at line 10
// why: positions left of the middle are truncated towards zero: the particle goes to the wrong pair of nodes, one of its weights is negative
// figure: computed rho[4]=2.625, MPFR 2.375
// Cloud-in-cell charge of particles in [-L/2, L/2); node `half` is at x = 0
__global__ void deposit(const float *x, float *rho, int n, float inverse_dx, int half)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
        float s = x[p] * inverse_dx;
        int cell = (int)s;
        float right = s - cell;
        atomicAdd(&rho[cell + half], 1.0f - right);
        atomicAdd(&rho[cell + half + 1], right);
    }
}
