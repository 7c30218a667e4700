// fpcheck: rank_sort <<<1, 32>>> score=[5,3,9,3,7,1,9,2] sorted=empty:8 n=8
// expect: error uninitialised at line 15
// why: equal scores get the same rank, so both 3s write slot 2 and both 9s slot 6, and slots 3 and 7 are never written
// figure: sorted[3]: computed undefined, MPFR 3
// Sorting by counting: each score goes where the number of smaller ones says.
__global__ void rank_sort(const float *score, float *sorted, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float mine = score[i];
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += score[j] < mine;
    sorted[rank] = mine;
}
