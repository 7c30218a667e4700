// fpcheck: integrate <<<1, 64>>> v0=[10.0,20.0,50.0,100.0,200.0] v=empty:5 g=9.81 dt=0.001 steps=500 n=5 ref=v=v0+9.81*0.5 --tol rtol=1e-4,atol=0
// expect: ok
// The state is two 16-bit words, the upper and the lower half of the number: nothing is lost between the steps.
struct Split {
    unsigned short high, low;
};

__device__ Split split(float x)
{
    unsigned u = __float_as_uint(x);
    return {(unsigned short)(u >> 16), (unsigned short)(u & 0xffffu)};
}

__device__ float join(Split s)
{
    return __uint_as_float((unsigned)s.high << 16 | s.low);
}

__global__ void integrate(const float *v0, float *v, float g, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Split state = split(v0[i]);
    for (int s = 0; s < steps; s++)
        state = split(join(state) + g * dt);
    v[i] = join(state);
}
