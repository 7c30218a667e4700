// fpcheck: running_by_customer <<<1, 96>>> amount=uniform(0.5,20):96 customer=[100,100,100,100,100,100,100,100,100,100,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,110,110,110,110,110,110,110,110,110,110,110,110,110,110,110,110,115,115,115,115,115,115,115,115,124,124,124,124,124,124,124,124,129,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,130,134,134,134,134,134,134,134,134,134,138,138,138,138] running=empty:96
// expect: ok
// why: inclusive sums that restart at every new key: value and flag travel together through the shuffles, also over the borders of warps.
// figure: relative error at most 2e-7 (sums of at most 23 positive values)
struct Item {
    float sum;
    int head;
};

__device__ Item join(Item left, Item right)
{
    return {right.head ? right.sum : left.sum + right.sum, left.head | right.head};
}

__global__ void running_by_customer(const float *amount, const int *customer, float *running)
{
    __shared__ Item carry[3];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    Item v = {amount[t], t == 0 || customer[t] != customer[t - 1]};
    for (int o = 1; o < 32; o <<= 1) {
        Item u = {__shfl_up_sync(0xffffffffu, v.sum, o), __shfl_up_sync(0xffffffffu, v.head, o)};
        if (lane >= o)
            v = join(u, v);
    }
    if (lane == 31)
        carry[warp] = v;
    __syncthreads();
    if (warp > 0) {
        Item before = carry[0];
        for (int w = 1; w < warp; w++)
            before = join(before, carry[w]);
        v = join(before, v);
    }
    running[t] = v.sum;
}
