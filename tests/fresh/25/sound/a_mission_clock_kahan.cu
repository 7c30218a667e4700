// fpcheck: mission_clock <<<1, 32>>> dt=const(0.02):1000 clock=empty:1 start=1e6 steps=1000 want=[1000019.999999553] ref=clock=want --tol rtol=1e-7,atol=0
// expect: ok
// why: steps far below half an ulp of the sum are kept in the compensation, with the right sign, and intrinsics that nothing reorders
// figure: clock[0]: computed 1000020, MPFR 1000020.0 (relative error 4.5e-13, tolerance 1e-7)
// Mission time of an integrator with varying steps, as a compensated sum (Kahan).
struct Clock {
    float sum;
    float excess; // what the sum has too much
};

__device__ void advance(Clock &c, float dt)
{
    float y = __fsub_rn(dt, c.excess);
    float t = __fadd_rn(c.sum, y);
    c.excess = __fsub_rn(__fsub_rn(t, c.sum), y);
    c.sum = t;
}

__global__ void mission_clock(const float *dt, float *clock, float start, int steps)
{
    if (blockIdx.x * blockDim.x + threadIdx.x != 0)
        return;
    Clock c;
    c.sum = start;
    c.excess = 0.0f;
    for (int k = 0; k < steps; k++)
        advance(c, dt[k]);
    clock[0] = c.sum;
}
