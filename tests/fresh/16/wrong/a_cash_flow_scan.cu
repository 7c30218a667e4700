// fpcheck: balances <<<1, 64>>> flow=arange:64 balance=empty:64 --ref balance=@a_cash_flow_scan.npy --tol rtol=1e-6,atol=0
// expect: error shuffle at line 11
// why: the scan shuffles in rows of 16 lanes but tests the lane of 32: the first lanes of the upper row get their own value and add it
// figure: computed balance[16] = 256, MPFR 16
// Running balances of accounts with 16 periods each, two accounts a warp.
__device__ float scan16(float x)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 16; o <<= 1) {
        float y = __shfl_up_sync(0xffffffffu, x, o, 16);
        if (lane >= o)
            x += y;
    }
    return x;
}

__global__ void balances(const float *flow, float *balance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    balance[i] = scan16(flow[i]);
}
