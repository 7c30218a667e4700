// fpcheck: decay <<<1, 64>>> lam=uniform(0.5,3):50 y0=uniform(1,2):50 y=empty:50 tend=1.0 dt=0.01 n=50 --ref 'y=y0/exp(lam)' --tol rtol=1e-5
// expect: error flip at line 23
// why: a float counts the time, 0.01f added 100 times is below 1, and the loop makes one step too many (CERT rule FLP30-C)
// figure: y[16] computed 0.0685369, MPFR 0.0706162078
#include <cuda_runtime.h>

__device__ float rk4(float y, float lam, float dt)
{
    float k1 = -lam * y;
    float k2 = -lam * (y + 0.5f * dt * k1);
    float k3 = -lam * (y + 0.5f * dt * k2);
    float k4 = -lam * (y + dt * k3);
    return y + dt / 6.0f * (k1 + 2.0f * k2 + 2.0f * k3 + k4);
}

// Activity of a nuclide at tend
__global__ void decay(const float* lam, const float* y0, float* y, float tend, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = y0[i];
    for (float t = 0.0f; t < tend; t += dt)
        v = rk4(v, lam[i], dt);
    y[i] = v;
}
