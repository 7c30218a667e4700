// fpcheck: level_populations <<<1, 32>>> energy=[34000.0,34100.0,34250.0,34900.0] population=empty:4 temperature=300 n=4 want=[0.4543561558410465,0.32556041181205386,0.19746237135268163,0.022621060994218026] ref=population=want --tol rtol=1e-4,atol=1e-6
// expect: error NaN hidden by fmaxf at line 23
// why: energies are not taken from the ground level: every weight underflows to 0, 0/0 is NaN, and fmaxf turns the NaN into 0
// figure: population[0] computed 0, MPFR 0.454356156
// Populations of rotational levels, energies in kelvin.
__device__ float partition_sum(const float *energy, float beta, int n)
{
    float z = 0.0f;
    for (int k = 0; k < n; k++)
        z += expf(-energy[k] * beta);
    return z;
}

__global__ void level_populations(const float *energy, float *population, float temperature, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float beta = 1.0f / temperature;
    float z = partition_sum(energy, beta, n);
    float p = expf(-energy[i] * beta) / z;
    // populations are never negative
    population[i] = fmaxf(p, 0.0f);
}
