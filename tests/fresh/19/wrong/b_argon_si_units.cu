// fpcheck: argon_energies <<<1, 32>>> distance=[3.5e-10,3.7e-10,4.0e-10,6.0e-10] energy=empty:4 n=4 want=[-64.2871957,-114.805365,-112.567798,-15.341211] ref=energy=want --tol rtol=1e-4,atol=0
// expect: error underflow at line 14
// why: in metres, sigma^2 is 1.2e-19 and its cube 1.5e-57, below binary32: 0 / 0 is NaN, and fminf with the cap makes the cap of it
// figure: computed energy[0] 10000 (the cap), MPFR -64.2872
#include <cuda_runtime.h>

constexpr float SIGMA = 3.4e-10f;
constexpr float EPSILON = 119.8f;
constexpr float CAP = 1.0e4f;

__device__ float sixth_power(float length)
{
    float square = length * length;
    return square * square * square;
}

__device__ float lennard_jones(float r)
{
    float ratio6 = sixth_power(SIGMA) / sixth_power(r);
    float energy = 4.0f * EPSILON * (ratio6 * ratio6 - ratio6);
    return fminf(energy, CAP);
}

// Pair energies of argon in kelvin, capped for overlapping starts.
__global__ void argon_energies(const float *distance, float *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        energy[i] = lennard_jones(distance[i]);
}
