// fpcheck: best_pose <<<1, 32>>> energy=[12.5,11.03125,11.015625,11.0,11.0078125,11.046875,13.0,11.0625] best=empty:1 n=8 want=[3] ref=best=want --tol bitwise
// expect: error mismatch at line 8
// why: 20 bits of the key are the pose, so only 12 of the energy's are left (sign, exponent and 3 of the fraction); all from 11 to 12 look equal and the first one wins
// figure: computed best = 1 (11.03125), MPFR 3 (11.0)
// Docking: the pose of the least energy (energies are positive here), by a packed key.
__device__ unsigned pack(float energy, unsigned pose)
{
    return (__float_as_uint(energy) & 0xfff00000u) | (pose & 0xfffffu);
}

__global__ void best_pose(const float *energy, int *best, int n)
{
    __shared__ unsigned least;
    if (threadIdx.x == 0)
        least = 0xffffffffu;
    __syncthreads();
    unsigned mine = 0xffffffffu;
    if (threadIdx.x < n)
        mine = pack(energy[threadIdx.x], threadIdx.x);
    atomicMin(&least, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        *best = (int)(least & 0xfffffu);
}
