// fpcheck: rank_sort <<<1, 32>>> key=[7,3,9,3,1,7,12,5,8,3,2,10,11,6,4,0] sorted=empty:16 n=16 want=[0,1,2,3,3,3,4,5,6,7,7,8,9,10,11,12] ref=sorted=want --tol rtol=0,atol=0.5
// expect: error tie at line 17
// why: the rank counts only smaller keys, so equal keys get one place; the places after it are never written
// figure: computed sorted[4] and sorted[5] undefined, right 3 and 3
// Small arrays by enumeration: the place of a key is the number of keys before it.
__global__ void rank_sort(const int *key, int *sorted, int n)
{
    __shared__ int k[32];
    int i = threadIdx.x;
    if (i < n)
        k[i] = key[i];
    __syncthreads();
    if (i >= n)
        return;
    int place = 0;
    for (int j = 0; j < n; j++)
        place += k[j] < k[i];
    sorted[place] = k[i];
}
