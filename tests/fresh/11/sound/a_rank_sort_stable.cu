// fpcheck: rank_sort <<<1, 32>>> score=[5,3,9,3,7,1,9,2] sorted=empty:8 order=empty:8:i32 n=8
// expect: ok
// why: equal scores are told apart by their place, so the ranks are a permutation and every slot is written once
// figure: sorted[3]: computed 3, MPFR 3; a permutation of the input
__global__ void rank_sort(const float *score, float *sorted, int *order, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float mine = score[i];
    int rank = 0;
    for (int j = 0; j < n; j++) {
        float other = score[j];
        rank += other < mine || (other == mine && j < i);
    }
    sorted[rank] = mine;
    order[rank] = i;
}
