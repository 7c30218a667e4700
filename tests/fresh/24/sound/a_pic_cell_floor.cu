// fpcheck: deposit <<<1, 32>>> x=[0.3,-0.3,1.75,-1.6,-2.25,2.5,-0.125,0.9,-4.0,-3.999] rho=inout:zeros:9 n=10 inverse_dx=1.0 half=4 want=[1.9990001,0.25099993,1.35,0.825,2.375,1.45,1.25,0.5,0.0] --ref rho=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: float positions on both sides of zero become cells, but through floorf; float atomics come in any order, with a few terms of one sign each
// figure: rho[4] is 2.375 by numpy in binary64, float within 2e-7, tolerance 1e-5
// Cloud-in-cell charge of particles in [-L/2, L/2); node `half` is at x = 0
__global__ void deposit(const float *x, float *rho, int n, float inverse_dx, int half)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
        float s = x[p] * inverse_dx;
        float node = floorf(s);
        int cell = (int)node + half;
        float right = s - node;
        atomicAdd(&rho[cell], 1.0f - right);
        atomicAdd(&rho[cell + 1], right);
    }
}
