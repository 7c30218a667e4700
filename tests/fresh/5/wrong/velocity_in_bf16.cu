// fpcheck: integrate <<<1, 64>>> v0=[10.0,20.0,50.0,100.0,200.0] v=empty:5 g=9.81 dt=0.001 steps=500 n=5 ref=v=v0+9.81*0.5 --tol rtol=2e-2,atol=0
// expect: error absorbed at line 6: the state is cut to the upper 16 bits every step, so a step of 0.0098 is thrown away
// Free fall; the velocity lives in 16 bits between the steps, as it would in global memory.
__device__ unsigned short pack(float x)
{
    return (unsigned short)(__float_as_uint(x) >> 16);
}

__device__ float unpack(unsigned short b)
{
    return __uint_as_float((unsigned)b << 16);
}

__global__ void integrate(const float *v0, float *v, float g, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned short state = pack(v0[i]);
    for (int s = 0; s < steps; s++)
        state = pack(unpack(state) + g * dt);
    v[i] = unpack(state);
}
