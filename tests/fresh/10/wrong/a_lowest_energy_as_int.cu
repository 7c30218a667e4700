// fpcheck: lowest_energy <<<1, 64>>> x=[0.0,0.5,1.0,1.5,2.0,2.5,3.0,3.5] y=[1.0,0.0,-1.0,0.5,2.0,1.0,-2.0,0.25] lowest=inout:[3.0e38] n=8 want=[-13.5] ref=lowest=want --tol rtol=1e-6,atol=0
// expect: error sign bit at line 14
// why: the bits of negative floats are ordered the other way by a signed atomicMin: the least negative of the negative energies wins
// figure: lowest: computed -5.5, MPFR -13.5
// Lowest energy of a conformer scan.
__device__ float energy(float x, float y)
{
    float well = x * (x - 5.0f) * 2.0f;
    return well + y * (0.25f * y + 0.75f) - 1.0f;
}

__device__ void atomic_min_float(float *address, float value)
{
    atomicMin((int *)address, __float_as_int(value));
}

__global__ void lowest_energy(const float *x, const float *y, float *lowest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_min_float(lowest, energy(x[i], y[i]));
}
