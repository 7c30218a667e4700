// fpcheck: accrete<<<1, 32>>> rate=[6e+22,5.5e+22,7e+22,3e+22] gained=empty:4 final=empty:4 star=1.989e30 steps=1500 n=4
// expect: error absorbed at line 18
// why: each step adds less than half an ulp of a solar mass (7.6e22 kg in binary32), so no step changes the star and the gain is zero
// figure: computed gained[0]=0.0, MPFR 8.9999998e+25
// A star takes in dust at a steady rate; how much has it gained after a number of steps?
__device__ float efficiency(float gained, float star)
{
    return gained < 0.5f * star ? 1.0f : 0.5f;
}

__global__ void accrete(const float *rate, float *gained, float *final, float star, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float mass = star;
    for (int k = 0; k < steps; k++)
        mass += rate[i] * efficiency(mass - star, star);
    gained[i] = mass - star;
    final[i] = mass;
}
