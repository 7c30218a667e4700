// fpcheck: rank_sort <<<1, 32>>> depth=[5, 2, 9, 2, 7, 1, 5, 3, 8, 5, 4, 6] id=[0,1,2,3,4,5,6,7,8,9,10,11] sorted=empty:12 order=empty:12 n=12
// expect: error wrong tie handling at line 16: equal depths get the same rank: several threads write one place and other places are never written
// why: equal depths get the same rank: several threads write one place and other places are never written
// figure: sorted[1..2] = 2, undefined; right: 2, 2
__global__ void rank_sort(const float *depth, const int *id, float *sorted, int *order, int n)
{
    __shared__ float key[32];
    int t = threadIdx.x;
    if (t < n)
        key[t] = depth[t];
    __syncthreads();
    if (t >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += key[j] < key[t] ? 1 : 0;
    sorted[rank] = key[t];
    order[rank] = id[t];
}
