// fpcheck: default_probability <<<1, 32>>> distance=[4.5,5.0,5.25,5.5,3.5,6.0] hazard=empty:6 n=6
// expect: error cancellation at line 13
// why: the upper tail of the normal law is taken as 1 - N(d), whose bits are lost for d above 4; N(-d) keeps them
// figure: computed hazard[2] = 5.96e-08, MPFR 7.60496e-8
// Merton's distance to default, turned into a yearly hazard rate.
__device__ inline float normal_cdf(float x)
{
    return 0.5f * erfcf(-x * 0.70710678f);
}

__device__ inline float upper_tail(float x)
{
    return 1.0f - normal_cdf(x);
}

__global__ void default_probability(const float *distance, float *hazard, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        hazard[i] = -log1pf(-upper_tail(distance[i]));
}
