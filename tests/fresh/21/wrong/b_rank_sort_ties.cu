// fpcheck: rank_sort<<<1, 64>>> score=[0.75,4.0,3.25,1.75,0.25,3.5,1.5,4.25,1.5,3.0,0.75,2.5,0.25,3.75,0.25,3.5,3.75,2.25,3.75,2.75,4.25,3.5,4.5,0.25,0.0,3.0,3.5,3.5,4.0,1.75,4.0,2.5,0.75,1.0,3.75,3.25,4.25,4.75,3.75,1.25] order=empty:40 n=40
// expect: error race at line 18
// why: the rank counts smaller scores only, so equal scores write to the same place and the places after it are never written
// figure: computed order[2] = undefined (nobody writes it), MPFR 12
// Places the documents by ascending score: the rank of a score is the number of scores before it.
__global__ void rank_sort(const float *score, int *order, int n)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    if (i < n)
        tile[i] = score[i];
    __syncthreads();
    if (i >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; ++j)
        rank += tile[j] < tile[i];
    order[rank] = i;
}
