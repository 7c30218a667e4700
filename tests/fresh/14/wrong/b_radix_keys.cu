// fpcheck: ranks <<<1, 32>>> x=[3.5,-1.25,0.0,-7.5,12.0,-0.5,-7.25,2.0,1.e-20,-10000000000.0] rank=empty:10 n=10 want=[8,3,5,1,9,4,2,7,6,0] ref=rank=want --tol bitwise
// expect: error sign bit trick at line 8
// why: only the sign bit is flipped: negative numbers keep their magnitude order, so they sort backwards
// figure: computed 4, MPFR 0 (rank[9])
// Ranks of floats by unsigned keys, as a radix sort would order them; equal keys by index.
__device__ inline unsigned key_of(float x)
{
    return __float_as_uint(x) ^ 0x80000000u;
}

__global__ void ranks(const float *x, int *rank, int n)
{
    __shared__ unsigned keys[32];
    int i = threadIdx.x;
    if (i < n)
        keys[i] = key_of(x[i]);
    __syncthreads();
    if (i >= n)
        return;
    unsigned mine = keys[i];
    int below = 0;
    for (int j = 0; j < n; j++)
        below += keys[j] < mine || (keys[j] == mine && j < i);
    rank[i] = below;
}
