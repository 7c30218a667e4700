// fpcheck: registers_of<<<1, 32>>> hash=[2147483647,1073741823,536870911,1073741824,134217727,67108863,5,1] rank=empty:8 n=8 want=[2,3,4,2,6,7,30,32] --ref 'rank=want' --tol bitwise
// expect: error integer rounded to float at line 9
// why: the number of leading zeros is told by log2f of the hash as a float; 2^31 - 1 becomes 2^31, so the rank is one too small
// figure: computed rank[0] = 1, MPFR 2
__device__ int rank_of(unsigned h)
{
    if (h == 0)
        return 33;
    float f = (float)h;
    int top = (int)floorf(log2f(f));
    return 32 - top;
}

__global__ void registers_of(const unsigned *hash, int *rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rank[i] = rank_of(hash[i]);
}
