// fpcheck: infect <<<1, 64>>> susceptible=[8400000.0,5100000.0,12000000.0,650000,3300000.0,990000.0] infectious=[2,40,1,3,0.5,7] population=[8500000.0,5200000.0,12500000.0,700000.0,3400000.0,1000000.0] fresh=empty:6 beta=0.3 dt=0.0625 regions=6 want=[0.03705882492024969,0.7355768992597095,0.018000000701755735,0.05223214283404874,0.009099265054909704,0.1299374966361036] ref=fresh=want --tol rtol=1e-5,atol=0
// expect: ok
// why: hazards down to 1e-9 are below the spacing of floats at 1, but expm1 keeps their digits
// figure: computed fresh[0] = 0.0370588228, MPFR 0.03705882492: relative error at most 9.1e-08 of 1e-5
// Expected new infections of a step, region by region (chain binomial).
__global__ void infect(const float *susceptible, const float *infectious, const float *population, float *fresh,
                       float beta, float dt, int regions)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= regions)
        return;
    float rate = beta * infectious[r] / population[r];
    fresh[r] = susceptible[r] * -expm1f(-rate * dt);
}
