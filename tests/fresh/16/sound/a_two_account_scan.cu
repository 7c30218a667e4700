// fpcheck: balances <<<1, 64>>> flow=arange:64 balance=empty:64 --ref balance=@a_two_account_scan.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: shuffles of width 16 and the lane modulo 16: lanes that get their own value back do not add it
// figure: computed balance[31] = 376, MPFR 376; error 0
// Running balances of accounts with 16 periods each, two accounts a warp.
__global__ void balances(const float *flow, float *balance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 15;
    float x = flow[i];
    for (int o = 1; o < 16; o <<= 1) {
        float y = __shfl_up_sync(0xffffffffu, x, o, 16);
        if (lane >= o)
            x += y;
    }
    balance[i] = x;
}
