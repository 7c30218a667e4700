// fpcheck: heat_bath <<<1, 16>>> E=@a_heat_bath_E.npy u=@a_heat_bath_u.npy state=empty:16 n=16 m=12 --ref 'state=@a_heat_bath_state_ref.npy'
// expect: error infinity at line 9
// why: Boltzmann weights without taking the lowest energy off: rows 4 and 11 have energies near -130, exp overflows, inf/inf is NaN, and `acc >= u` is false for every state, so the last one is always drawn
// figure: state[11] computed 11, exact 7; 2 of 16 beyond the tolerance, worst 4e+09 times
#include <cuda_runtime.h>

__device__ float weight(float energy)
{
    return expf(-energy);
}

__device__ float partition(const float* E, int m)
{
    float z = 0.f;
    for (int k = 0; k < m; ++k)
        z += weight(E[k]);
    return z;
}

// the heat bath: draws a state by its Boltzmann probability
__global__ void heat_bath(const float* E, const float* u, int* state, int n, int m)
{
    int i = threadIdx.x;
    if (i >= n) return;
    const float* row = E + i * m;
    float z = partition(row, m);
    float acc = 0.f;
    int chosen = m - 1;
    for (int k = 0; k < m; ++k) {
        acc += weight(row[k]) / z;
        if (acc >= u[i]) {
            chosen = k;
            break;
        }
    }
    state[i] = chosen;
}
