// fpcheck: drift <<<1, 32>>> x=inout:[0.5,1000,600000,1048576,4000000] v=[2,1,2.5,1.5,3] dt=0.01 steps=2000 n=5
// expect: ok
// why: steps far below the ulp of the position; what a step loses is kept in a second float by a two-sum and is folded in at the end
// figure: computed x[3] = 1048606.0, MPFR 1048606
// Particle methods: tracers that drift with a constant speed along a long channel (metres).
struct Tracer
{
    float hi, lo;
    __device__ void step(float d)
    {
        float y = __fadd_rn(lo, d);
        float t = __fadd_rn(hi, y);
        lo = __fsub_rn(y, __fsub_rn(t, hi));
        hi = t;
    }
};

__global__ void drift(float *x, const float *v, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Tracer t = {x[i], 0.0f};
    float d = v[i] * dt;
    for (int k = 0; k < steps; ++k)
        t.step(d);
    x[i] = t.hi + t.lo;
}
