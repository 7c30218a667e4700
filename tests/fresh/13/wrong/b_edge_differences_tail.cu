// fpcheck: jumps <<<1, 32>>> rank=randn:75 jump=empty:75 n=75
// expect: error shuffle from inactive lane at line 12
// why: in the last trip only 11 lanes are in the loop, but the shuffle names all 32 and lane 10 reads lane 11, which is not there
// figure: computed jump[74] (lane 10 of the last trip) takes the value of lane 11, which is not there: undefined, MPFR jump[74] = 0 was meant
// Graph algorithms: difference of every node's rank to its successor in the order.
__global__ void jumps(const float *rank, float *jump, int n)
{
    int lane = threadIdx.x;
    for (int i = lane; i < n; i += 32)
    {
        float mine = rank[i];
        float next = __shfl_down_sync(0xffffffffu, mine, 1);
        if (lane == 31)
            next = i + 1 < n ? rank[i + 1] : mine;
        jump[i] = next - mine;
    }
}
