// fpcheck: total_energy <<<3, 32>>> terms=[1.0,10000000000.0,3.0,-10000000000.0,0.5,30000000.0,2.25,-30000000.0,7.0,600000000.0,0.125,-600000000.0] total=empty:3 per=4 want=[4.0,2.75,7.125] ref=total=want --tol 2ulp
// expect: ok
// why: small terms are absorbed by large ones that cancel later, but Neumaier's correction collects all that is lost, exactly here
// figure: computed 4.0, 2.75, 7.125, MPFR 4, 2.75, 7.125
struct Compensated {
    float sum, lost;
};

__device__ inline void add(Compensated &c, float v)
{
    float t = c.sum + v;
    if (fabsf(c.sum) >= fabsf(v))
        c.lost += (c.sum - t) + v;
    else
        c.lost += (v - t) + c.sum;
    c.sum = t;
}

// One block a system; the terms of a system are few and are summed in order.
__global__ void total_energy(const float *terms, float *total, int per)
{
    if (threadIdx.x != 0)
        return;
    const float *mine = terms + blockIdx.x * per;
    Compensated c = {0.0f, 0.0f};
    for (int k = 0; k < per; k++)
        add(c, mine[k]);
    total[blockIdx.x] = c.sum + c.lost;
}
