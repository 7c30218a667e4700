// fpcheck: self_energy <<<2, 32>>> charge=[0.5,-1.0,2.0,0.25,1.5,-0.75,3.0,1.0,0.5,-1.0,2.0,0.25,1.5,-0.75,3.0,1.0,0.5,-1.0,2.0,0.25,1.5,-0.75,3.0,1.0,0.5,-1.0,2.0,0.25,1.5,-0.75,3.0,1.0,1.0,-2.0,4.0,0.5,3.0,-1.5,6.0,2.0,1.0,-2.0,4.0,0.5,3.0,-1.5,6.0,2.0,1.0,-2.0,4.0,0.5,3.0,-1.5,6.0,2.0,1.0,-2.0,4.0,0.5,3.0,-1.5,6.0,2.0] energy=empty:2 want=[72.5,290.0] ref=energy=want --tol rtol=1e-5
// expect: error shuffle width at line 13
// why: the tree runs over segments of 16 lanes, left from a cell of 16 atoms: the upper half of the 32 is never added
// figure: computed 36.25, MPFR 72.5 (energy[0])
// Self-energy of the charges of a cell of 32 atoms, one warp a cell.
#define CELL 32
#define SEGMENT 16

__device__ inline float cell_sum(float v)
{
#pragma unroll
    for (int d = SEGMENT / 2; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d, SEGMENT);
    return v;
}

__global__ void self_energy(const float *charge, float *energy)
{
    int lane = threadIdx.x % CELL;
    float q = charge[blockIdx.x * CELL + lane];
    float e = cell_sum(q * q);
    if (lane == 0)
        energy[blockIdx.x] = e;
}
