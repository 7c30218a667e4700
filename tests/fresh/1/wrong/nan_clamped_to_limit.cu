// fpcheck: shock_speed <<<1, 16>>> p=[1.5,2.0,0.1,1.2,0.05,3.0,1.1,0.2,2.5,1.8,0.15,1.4,1.6,0.08,2.2,1.3] c=uniform(300,340):16 u=empty:16 vmax=2000 n=16
// expect: error NaN swallowed at line 11: the root of a negative number is NaN, the comparison is false, and the limit is stored as if it were a speed
// Rankine-Hugoniot: shock speed from the pressure ratio (gamma = 1.4), limited for the time step.
__global__ void shock_speed(const float* p, const float* c, float* u, float vmax, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m2 = 1.0f + (6.0f / 7.0f) * (p[i] - 1.0f) * 1.4f;
    float v = c[i] * sqrtf(m2);
    // limiter
    if (!(v < vmax))
        v = vmax;
    u[i] = v;
}
