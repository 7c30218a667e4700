// fpcheck: fog_march <<<1, 32>>> entry=[16, 4096, 1048576, 2097152] transmittance=empty:4 dt=0.05 sigma=0.02 steps=64 n=4
// expect: error absorbed loop step at line 20: a million units from the eye the step is less than half an ulp of t: the ray stands still in the fog's thin first layer
// why: a million units from the eye the step is less than half an ulp of t: the ray stands still in the fog's thin first layer
// figure: transmittance[2] computed 1.0, MPFR 0.9041138
__device__ float density(float depth, float sigma)
{
    return sigma * depth;
}

__global__ void fog_march(const float *entry, float *transmittance, float dt, float sigma, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t0 = entry[i];
    float t = t0;
    float optical = 0.0f;
    for (int k = 0; k < steps; k++) {
        optical += density(t - t0, sigma) * dt;
        t += dt;
    }
    transmittance[i] = expf(-optical);
}
