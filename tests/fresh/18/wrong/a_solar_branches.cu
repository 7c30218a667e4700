// fpcheck: branches <<<1, 32>>> rate=[9.3e+37,4.8e+37,1.4e+36,5e+34,5.4e+33] share=empty:5 n=5 want=[0.652835901457428,0.33694756778356205,0.009827637097067934,0.00035098705904389665,3.790660289814194e-05] ref=share=want --tol rtol=1e-5,atol=0
// expect: error fast-math out of range at line 19
// why: __fdividef gives 0 for a divisor above 2^126 = 8.5e37: the sun emits 1.4e38 neutrinos a second
// figure: computed 0, MPFR 0.652836
// Shares of the branches of the pp chain in the neutrinos that the sun emits (per second).
__device__ float total_rate(const float *rate, int n)
{
    float s = 0.0f;
    for (int k = 0; k < n; k++)
        s += rate[k];
    return s;
}

__global__ void branches(const float *rate, float *share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    share[i] = __fdividef(rate[i], total_rate(rate, n));
}
