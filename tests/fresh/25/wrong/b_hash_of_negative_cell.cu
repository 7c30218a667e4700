// fpcheck: hash_cells <<<1, 32>>> x=[-3.7,2.2,-0.4,8.9,-12.5,0.6,-1.1,5.5] bucket=empty:8 count=inout:zeros:64:i32 per_unit=2.0 n=8 want=[24,52,35,45,43,29,41,63] ref=bucket=want --tol rtol=0,atol=0.5
// expect: error float to unsigned at line 8
// why: a negative cell is converted to unsigned straight from float: that saturates to 0 on the card, so all of the negative half lands in one bucket
// figure: computed bucket[0] 0, MPFR 24
// Buckets of a uniform grid for neighbour search along an axis; particles may be on both sides of the origin.
__device__ unsigned cell_of(float x, float per_unit)
{
    return (unsigned)floorf(x * per_unit);
}

__global__ void hash_cells(const float *x, unsigned *bucket, int *count, float per_unit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = (cell_of(x[i], per_unit) * 73856093u) & 63u;
    bucket[i] = h;
    atomicAdd(count + h, 1);
}
