// fpcheck: decay <<<1, 32>>> y0=[1.0,2.0,0.5,8.0] y=empty:4 k=20.0 n=4 ref=y=y0*exp(100*log(1-20*0.01)) --tol rtol=1e-3,atol=0
// expect: error branch decided wrong at line 10: a hundred times 0.01f is 0.99999934, below 1, so there is a 101st step: 20 % off
__global__ void decay(const float *y0, float *y, float k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float dt = 0.01f;
    float value = y0[i];
    for (float t = 0.0f; t < 1.0f; t += dt)
        value -= dt * k * value;
    y[i] = value;
}
