// fpcheck: tail_probability <<<1, 32>>> loss=[-5.5,-3.0,0.0,1.5,-4.5] p=empty:5 n=5
// expect: ok
// why: the lower tail of the normal distribution down to 1e-8: erfc of the positive side keeps its relative precision
// figure: relative error of p[0] at most 30 (= x^2) times that of the argument, 2e-6;, MPFR 1.89895625e-8
// Probability of a loss beyond so many standard deviations.
__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-0.70710678118654752f * x);
}

__global__ void tail_probability(const float *loss, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = normal_cdf(loss[i]);
}
