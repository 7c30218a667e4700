// fpcheck: peak_rank <<<1, 32>>> mz=[301.5,120.25,87.0,120.25,512.75,87.0,64.5,200.0] sorted=empty:8 n=8 want=[64.5,87.0,87.0,120.25,120.25,200.0,301.5,512.75] ref=sorted=want --tol bitwise
// expect: error tie handling at line 18
// why: equal masses get one rank, so they overwrite each other and the slot after them is never written
// figure: sorted[2]: computed undefined (never written), MPFR 87
// Sorts the lines of a small spectrum by rank: one thread a line, position = number of smaller ones.
__global__ void peak_rank(const float *mz, float *sorted, int n)
{
    __shared__ float line[256];
    int i = threadIdx.x;
    if (i < n)
        line[i] = mz[i];
    __syncthreads();
    if (i >= n)
        return;
    float mine = line[i];
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += line[j] < mine ? 1 : 0;
    sorted[rank] = mine;
}
