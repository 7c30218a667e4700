// fpcheck: production_rates<<<1, 32>>> S=randn:3x4 v=[0.5, 0.25, 2.0, 1.0] dcdt=empty:3 species=3 reactions=4 ref=dcdt=sum(S*v,1) --tol rtol=1e-5,atol=1e-6
// expect: error row and column exchanged at line 15
// why: the matrix is stored species by reactions, but is read with a row length of species, as its transpose would be
// figure: computed dcdt[0] = 1.175, MPFR 1.35 for a sample of S
#include <cuda_runtime.h>

// dc/dt = S v for a network of reactions; S has one row a species.
__global__ void production_rates(const float *S, const float *v, float *dcdt, int species, int reactions)
{
    int s = threadIdx.x;
    if (s >= species)
        return;
    float sum = 0.0f;
    for (int r = 0; r < reactions; ++r)
        sum += S[r * species + s] * v[r];
    dcdt[s] = sum;
}
