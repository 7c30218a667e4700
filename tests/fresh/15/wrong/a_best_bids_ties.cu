// fpcheck: best_bids <<<1, 32>>> price=[101,99.5,103,102,98,102,97,104,102,96] slot=inout:zeros:4 count=inout:zeros:1 kth=102.0 n=10
// expect: error out of bounds at line 14
// why: the four best bids are collected as those not below the fourth price (102); three bids tie there, five pass, and the list has four places
// figure: computed: a fifth index is written to slot[4], right: four indices

// Indices of the k best bids, whose k-th price is known from a selection before.
__global__ void best_bids(const float *price, int *slot, int *count, float kth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (price[i] >= kth) {
        int place = atomicAdd(count, 1);
        slot[place] = i;
    }
}
