// fpcheck: infect <<<1, 64>>> susceptible=[8400000.0,5100000.0,12000000.0,650000,3300000.0,990000.0] infectious=[2,40,1,3,0.5,7] population=[8500000.0,5200000.0,12500000.0,700000.0,3400000.0,1000000.0] fresh=empty:6 beta=0.3 dt=0.0625 regions=6
// expect: error cancellation at line 13
// why: 1 - exp(-x) for hazards of 1e-8 to 1e-6 keeps one or no bit, and is then multiplied by millions
// figure: computed fresh[0] = 0, MPFR 0.037058825
// Expected new infections of a step, region by region (chain binomial).
__device__ float hazard(float beta, float infectious, float population)
{
    return beta * infectious / population;
}

__device__ float infection_probability(float rate, float dt)
{
    return 1.0f - expf(-rate * dt);
}

__global__ void infect(const float *susceptible, const float *infectious, const float *population, float *fresh,
                       float beta, float dt, int regions)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= regions)
        return;
    float rate = hazard(beta, infectious[r], population[r]);
    float p = infection_probability(rate, dt);
    fresh[r] = susceptible[r] * p;
}
