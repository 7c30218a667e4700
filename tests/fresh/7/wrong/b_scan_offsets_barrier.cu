// fpcheck: offsets <<<1, 64>>> count=randint(0,9):64 offset=empty:64
// expect: error divergent-barrier at line 15
// why: the loop runs d <= t, so threads of low number leave it earlier than others: the barriers in its body are not reached by all threads, and what is added is not what the round before left
// figure: computed: undefined; MPFR: offset[t] = count[0] + ... + count[t]
// Inclusive prefix sums of match counts, to place the results of a join.
__global__ void offsets(const int *count, int *offset)
{
    __shared__ int sum[64];
    int t = threadIdx.x;
    sum[t] = count[t];
    __syncthreads();

    for (int d = 1; d <= t; d *= 2) {
        int left = sum[t - d];
        __syncthreads();
        sum[t] += left;
        __syncthreads();
    }
    offset[t] = sum[t];
}
