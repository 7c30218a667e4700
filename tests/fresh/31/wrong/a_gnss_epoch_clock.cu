// fpcheck: dead_reckon <<<1, 32>>> omega=[0.5,0.75,1.0,1.5,2.0,2.5,3.0,4.0] heading=empty:8 elapsed=empty:8 n=8 steps=500 tow=345600.0 dt=0.004
// expect: error absorbed loop steps at line 20
// why: time of week 345600 s in float has steps of 1/32 s, so adding 4 ms changes nothing: the clock stands still
// figure: elapsed[0] computed 0, MPFR 2.00000009
// Integrates a commanded turn rate a(t) = sin(omega (t - tow)) at the rate of the gyro, stamped with GPS time of week.
__device__ __forceinline__ float turn_rate(float omega, float since)
{
    return sinf(omega * since);
}

__global__ void dead_reckon(const float *omega, float *heading, float *elapsed, int n, int steps, float tow, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = tow;
    float h = 0.0f;
    float before = turn_rate(omega[i], 0.0f);
    for (int s = 0; s < steps; s++) {
        t += dt;
        float after = turn_rate(omega[i], t - tow);
        h += 0.5f * dt * (before + after);
        before = after;
    }
    heading[i] = h;
    elapsed[i] = t - tow;
}
