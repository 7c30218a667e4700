// fpcheck: order <<<1, 64>>> price=[10.5,9.25,10.5,11.0,8.75,9.25,10.5,12.0,7.5,11.0,6.25,13.0] volume=[3,1,4,1,5,9,2,6,5,3,5,8] depth=empty:12 n=12
// expect: error ties share a rank at line 18
// why: the rank counts smaller prices only; orders of one price get the same place, write over each other and leave other places unwritten
// figure: depth[4], [6], [7] and [9] undefined, depth[3] either 1 or 9 by who writes last; exact depth[4] = 9 or 1, the other order at 9.25
// Order book of one symbol: volumes in order of price by counting ranks.
__global__ void order(const float *price, const int *volume, int *depth, int n)
{
    __shared__ float p[64];
    int t = threadIdx.x;
    if (t < n)
        p[t] = price[t];
    __syncthreads();
    if (t >= n)
        return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += p[j] < p[t];
    depth[rank] = volume[t];
}
