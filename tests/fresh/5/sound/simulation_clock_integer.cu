// fpcheck: clocks <<<1, 32>>> t0=[0.0,1000.0,65536.0,200000.0] t=empty:4 dt=0.001 steps=2000 n=4 ref=t=t0+2 --tol rtol=1e-6,atol=0
// expect: ok
__global__ void clocks(const float *t0, float *t, float dt, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float elapsed = 0.0f;
    int k = 0;
    while (k < steps) {
        k++;
        elapsed = (float)k * dt; // by multiplication: no error is carried from step to step
    }
    t[i] = t0[i] + elapsed;
}
