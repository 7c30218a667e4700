// fpcheck: row_norms <<<2, 64>>> offset=[0,40,70,71,102] val=uniform(0.5,1):102 norm=empty:4 rows=4
// expect: error race at line 10
// why: the tree over a warp's slots of shared memory has no __syncwarp between its steps: lanes read what others may not have written yet
// figure: computed race: slot[lane + o] may be read before its owner's sum of the step before, value undefined, MPFR sqrt of the sum of squares
// Sparse linear algebra: Euclidean norms of CSR rows, one warp a row.
__device__ void tree(float *slot, int lane)
{
    for (int o = 16; o > 0; o >>= 1)
        if (lane < o)
            slot[lane] += slot[lane + o];
}

__global__ void row_norms(const int *offset, const float *val, float *norm, int rows)
{
    __shared__ float part[2][32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int row = blockIdx.x * 2 + warp;
    if (row >= rows)
        return;
    float s = 0.0f;
    for (int k = offset[row] + lane; k < offset[row + 1]; k += 32)
        s = fmaf(val[k], val[k], s);
    part[warp][lane] = s;
    __syncwarp();
    tree(part[warp], lane);
    __syncwarp();
    if (lane == 0)
        norm[row] = sqrtf(part[warp][0]);
}
