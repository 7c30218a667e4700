// fpcheck: drive <<<1, 4>>> omega=[0.75,1.1,2,3.5] velocity=empty:4 t0=2097152.0 dt=0.01 steps=400 n=4 want=[-1.1502574048721834,-0.28985584484345012,-0.31049714256624861,-0.30909478064160245] --ref 'velocity=want' --tol rtol=1e-3,atol=1e-4
// expect: error absorbed at line 23
// why: the model clock is a float of 24 days in seconds: adding 0.01 s to 2097152 leaves it as it is, so the forcing never turns
// figure: velocity[2] computed 0.730988, MPFR -0.310497
// Damped flow under a periodic forcing, explicit Euler steps, one thread a constituent.
__device__ float forcing(float omega, float t)
{
    return (float)cos((double)omega * (double)t);
}

__global__ void drive(const float *omega, float *velocity, float t0, float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float drag = 0.1f;
    float w = omega[i];
    float v = 0.0f;
    float t = t0;
    for (int k = 0; k < steps; k++) {
        float a = forcing(w, t) - drag * v;
        v += dt * a;
        t += dt;
    }
    velocity[i] = v;
}
