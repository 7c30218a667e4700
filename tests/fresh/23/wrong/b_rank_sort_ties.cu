// fpcheck: rank_sort<<<1, 32>>> score=[5,3,9,3,7,1,8,3,2,9] order=empty:10 n=10
// expect: error ties at line 13
// why: the rank counts only smaller scores, so equal ones get the same place: one overwrites the other and the next place stays unwritten
// figure: computed order[2] is one of 1, 3, 7 (the last writer), order[3] and order[4] never written; right are 1, 3, 7
__global__ void rank_sort(const float *score, int *order, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int rank = 0;
    for (int k = 0; k < n; k++)
        rank += score[k] < score[i];
    order[rank] = i;
}
