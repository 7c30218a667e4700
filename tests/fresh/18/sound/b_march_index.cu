// fpcheck: fog_depth <<<1, 32>>> entry=[16, 4096, 1048576, 2097152] optical=empty:4 dt=0.05 sigma=0.02 steps=64 n=4
// expect: ok
// why: the entry is a million units away and the step a twentieth, but the depth in the fog is counted from the entry by the step's number
// figure: optical[2] computed 0.083200008, MPFR 0.0832000001
__device__ float profile(float entry, float depth)
{
    return (1.0f + depth) * (entry > 1000.0f ? 0.5f : 1.0f);
}

__global__ void fog_depth(const float *entry, float *optical, float dt, float sigma, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float acc = 0.0f;
    for (int k = 0; k < steps; k++) {
        float mid = ((float)k + 0.5f) * dt;
        acc = fmaf(profile(entry[i], mid), sigma * dt, acc);
    }
    optical[i] = acc;
}
