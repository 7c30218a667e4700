// fpcheck: warm <<<1, 8>>> temp=inout:const(9000):8 rate=0.02 dt=0.02 steps=20000 n=8
// expect: error absorbed at line 17
// why: an explicit Euler step of 0.0004 is less than half an ulp of the temperature 9000: no step ever arrives
// figure: computed temp[0] = 9000, exact 9008
__device__ float source(float rate, float dt)
{
    return rate * dt;
}

__global__ void warm(float *temp, float rate, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = temp[i];
    for (int k = 0; k < steps; ++k)
        t += source(rate, dt);
    temp[i] = t;
}
