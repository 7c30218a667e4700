// fpcheck: warm <<<1, 8>>> temp=inout:const(9000):8 rate=0.02 dt=0.02 steps=20000 n=8
// expect: ok
// why: each step is below half an ulp of the temperature, but what an addition drops is carried into the next
// figure: computed temp[0] = 9008, exact 9008: error below an ulp (0.00098)
__global__ void warm(float *temp, float rate, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = temp[i];
    float carry = 0.0f;
    for (int k = 0; k < steps; ++k) {
        float y = fmaf(rate, dt, carry);
        float s = t + y;
        carry = y - (s - t);
        t = s;
    }
    temp[i] = t;
}
