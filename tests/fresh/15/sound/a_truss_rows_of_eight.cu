// fpcheck: truss_forces <<<1, 64>>> start=[0,3,3,14,22,27,28,40,44] member=[0,3,5,1,2,3,4,5,6,7,8,9,10,11,0,2,4,6,8,10,1,3,7,7,8,9,0,4,0,1,2,3,4,5,6,7,8,9,10,11,11,2,6,1] stiffness=uniform(0.5,2):44 shift=uniform(-1,1):12 force=empty:8 rows=8
// expect: ok
// why: eight lanes a row: shuffles of width 8 with the full mask, rows of any length, one of them empty
// figure: computed force[1] = 0 (empty row), others within 1e-6 of the sums of at most 12 products

__device__ float sum_of_eight(float x)
{
    x += __shfl_down_sync(0xffffffffu, x, 4, 8);
    x += __shfl_down_sync(0xffffffffu, x, 2, 8);
    x += __shfl_down_sync(0xffffffffu, x, 1, 8);
    return x;
}

// Forces at the joints of a truss: a sparse matrix in rows times the displacements.
__global__ void truss_forces(const int *start, const int *member, const float *stiffness, const float *shift,
                             float *force, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    int lane = threadIdx.x & 7;
    float sum = 0.0f;
    if (row < rows)
        for (int k = start[row] + lane; k < start[row + 1]; k += 8)
            sum = fmaf(stiffness[k], shift[member[k]], sum);
    sum = sum_of_eight(sum);
    if (row < rows && lane == 0)
        force[row] = sum;
}
