// fpcheck: partition_counts <<<1, 32>>> hash=[5,4294967295,2147483648,4294967200,77,4294967290,1000000000,3000000000] counts=inout:zeros:8 n=8 parts=8 want=[2,1,0,0,1,1,0,3] ref=counts=want --tol rtol=0,atol=0.25
// expect: error out of bounds (hash made a float) at line 17
// why: a hash near 2^32 rounds up to 2^32 in binary32: the fraction is 1, the partition is `parts`, one behind the last
// figure: computed partition of hash[1] = 8, MPFR 7
// How many rows of a table go to each partition of a join.
__device__ float fraction(unsigned h)
{
    return (float)h * 2.3283064365386963e-10f; // 2^-32
}

__global__ void partition_counts(const unsigned *hash, int *counts, int n, int parts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int p = (int)(fraction(hash[i]) * parts);
    atomicAdd(&counts[p], 1);
}
