// fpcheck: peak_rank <<<1, 32>>> mz=[301.5,120.25,87.0,120.25,512.75,87.0,64.5,200.0] sorted=empty:8 from=empty:8 n=8 want=[6,2,5,1,3,7,0,4] ref=from=want --tol bitwise
// expect: ok
// why: equal masses are told apart by their positions, so every rank occurs once and the sort is stable
// figure: from[3]: computed 1, MPFR 1 (error 0, tolerance 0)
// Stable sort of the lines of a small spectrum by rank.
__device__ bool before(float a, int i, float b, int j)
{
    return a < b || (a == b && i < j);
}

__global__ void peak_rank(const float *mz, float *sorted, int *from, int n)
{
    __shared__ float line[256];
    int i = threadIdx.x;
    if (i < n)
        line[i] = mz[i];
    __syncthreads();
    if (i >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += before(line[j], j, line[i], i);
    sorted[rank] = line[i];
    from[rank] = i;
}
