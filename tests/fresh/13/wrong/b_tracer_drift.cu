// fpcheck: drift <<<1, 32>>> x=inout:[0.5,1000,600000,1048576,4000000] v=[2,1,2.5,1.5,3] dt=0.01 steps=2000 n=5
// expect: error absorbed step at line 11
// why: at x = 1048576 one step of 0.015 is less than half an ulp (0.0625) and is absorbed 2000 times; the tracer never moves
// figure: computed x[3] = 1048576.0, MPFR 1048606
// Particle methods: tracers that drift with a constant speed along a long channel (metres).
struct Tracer
{
    float x, v;
    __device__ void step(float dt)
    {
        x += v * dt;
    }
};

__global__ void drift(float *x, const float *v, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Tracer t = {x[i], v[i]};
    for (int k = 0; k < steps; ++k)
        t.step(dt);
    x[i] = t.x;
}
