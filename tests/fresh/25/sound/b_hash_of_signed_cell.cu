// fpcheck: hash_cells <<<1, 32>>> x=[-3.7,2.2,-0.4,8.9,-12.5,0.6,-1.1,5.5] bucket=empty:8 count=inout:zeros:64:i32 per_unit=2.0 n=8 want=[24,52,35,45,43,29,41,63] ref=bucket=want --tol rtol=0,atol=0.5
// expect: ok
// why: negative coordinates are floored and converted to a signed integer before they become unsigned, and the product may wrap: that is what a hash does
// figure: computed bucket[0] 24, MPFR 24; exact integers
// Buckets of a uniform grid along an axis; particles on both sides of the origin.
__device__ unsigned hash_of(float x, float per_unit)
{
    int cell = __float2int_rd(x * per_unit);
    return ((unsigned)cell * 73856093u) & 63u;
}

__global__ void hash_cells(const float *x, unsigned *bucket, int *count, float per_unit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = hash_of(x[i], per_unit);
    bucket[i] = h;
    atomicAdd(count + h, 1);
}
