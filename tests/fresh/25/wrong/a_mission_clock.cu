// fpcheck: mission_clock <<<1, 32>>> dt=const(0.02):1000 clock=empty:1 start=1e6 steps=1000 want=[1000019.999999553] ref=clock=want --tol rtol=1e-6,atol=0
// expect: error compensated sum at line 13
// why: the compensation is (t - sum) - y, which has to be subtracted from the next step and is added: the lost part is thrown away twice
// figure: clock[0]: computed 1000000, MPFR 1000020.0 (relative error 2.0e-5)
// Mission time of an integrator with varying steps, as a compensated sum so that small steps are not lost.
struct Clock {
    float sum;
    float lost;
};

__device__ void advance(Clock &c, float dt)
{
    float y = __fadd_rn(dt, c.lost);
    float t = __fadd_rn(c.sum, y);
    c.lost = __fsub_rn(__fsub_rn(t, c.sum), y);
    c.sum = t;
}

__global__ void mission_clock(const float *dt, float *clock, float start, int steps)
{
    if (blockIdx.x * blockDim.x + threadIdx.x != 0)
        return;
    Clock c;
    c.sum = start;
    c.lost = 0.0f;
    for (int k = 0; k < steps; k++)
        advance(c, dt[k]);
    clock[0] = c.sum;
}
