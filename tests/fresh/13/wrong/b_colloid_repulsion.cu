// fpcheck: repulsion <<<1, 32>>> x=[0,1590,3200,4795,6390] u=empty:5 sigma=1500 eps=4.1 n=5
// expect: error intrinsic out of range at line 15
// why: __fdividef gives 0 for a divisor above 2^126; r^12 of 1.6 micrometres in nanometres is 2.7e38, so neighbours do not repel at all
// figure: computed u[0] = 0 (divisor 2.6e38 > 2^126), MPFR 8.15029756
// Particle methods: repulsive part 4 eps (sigma / r)^12 of colloids on a line, lengths in nanometres.
__device__ float pow12(float r)
{
    float r2 = r * r;
    float r4 = r2 * r2;
    return r4 * r4 * r4;
}

__device__ float pair(float r, float sigma12, float eps)
{
    return 4.0f * eps * __fdividef(sigma12, pow12(r));
}

__global__ void repulsion(const float *x, float *u, float sigma, float eps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sigma12 = pow12(sigma);
    float sum = 0.0f;
    if (i > 0)
        sum += pair(x[i] - x[i - 1], sigma12, eps);
    if (i + 1 < n)
        sum += pair(x[i + 1] - x[i], sigma12, eps);
    u[i] = sum;
}
