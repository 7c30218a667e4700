// fpcheck: clocks <<<1, 32>>> t0=[0.0,1000.0,65536.0,200000.0] t=empty:4 dt=0.001 steps=2000 n=4 ref=t=t0+2 --tol rtol=1e-6,atol=0
// expect: error absorbed at line 10: a step of 1 ms is below half an ulp of 65536 s
__global__ void clocks(const float *t0, float *t, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float now = t0[i];
    for (int k = 0; k < steps; k++)
        now += dt;
    t[i] = now;
}
