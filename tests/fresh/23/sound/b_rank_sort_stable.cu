// fpcheck: rank_sort<<<1, 32>>> score=[5,3,9,3,7,1,8,3,2,9] order=empty:10 n=10 want=[5,8,1,3,7,0,4,6,2,9] --ref 'order=want' --tol bitwise
// expect: ok
// why: equal scores exist, but of two the one with the smaller index counts as smaller: every place is written once
// figure: computed order = 5 8 1 3 7 0 4 6 2 9, MPFR the same; integers
__global__ void rank_sort(const float *score, int *order, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float mine = score[i];
    int rank = 0;
    for (int k = 0; k < n; k++)
        rank += score[k] < mine || (score[k] == mine && k < i);
    order[rank] = i;
}
