// fpcheck: select_above <<<1, 64>>> x=[-0.72,0.27,0.58,0.13,-1.7,0.86,-0.86,0.93,0.24,0.02,0.35,1.35,-0.94,-1.32,-2.71,0.47,-1.89,0.16,0.62,-0.12,-0.54,1.07,0.49,-0.05,1.07,-1.07,0.44,0.25,0.28,0.38,-0.17,-1.35,0.17,-0.56,0.62,-1.89,-1.23,0.18,0.57,-0.07,0.49,0.64,0.59,-0.99,-0.2,-0.03,-0.45,1.12,-0.16,1.05] out=inout:zeros:50 n=50 limit=0.3 want=[0.5799999833106995,0.8600000143051147,0.9300000071525574,0.3499999940395355,1.350000023841858,0.4699999988079071,0.6200000047683716,1.0700000524520874,0.49000000953674316,1.0700000524520874,0.4399999976158142,0.3799999952316284,0.6200000047683716,0.5699999928474426,0.49000000953674316,0.6399999856948853,0.5899999737739563,1.1200000047683716,1.0499999523162842,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] ref=out=want --tol rtol=0,atol=0
// expect: ok
// why: a ballot with a full mask although the row ends inside the second warp: no thread leaves before it, the tail votes no
// figure: computed out[0] = 0.5799999833106995, MPFR 0.5799999833106995: error 0 against 0
// WHERE x > limit, order kept; one block of two warps.
__global__ void select_above(const float *x, float *out, int n, float limit)
{
    __shared__ int taken[2];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    float v = t < n ? x[t] : 0.0f;
    bool want = t < n && v > limit;
    unsigned votes = __ballot_sync(0xffffffffu, want);
    if (lane == 0)
        taken[warp] = __popc(votes);
    __syncthreads();
    if (!want)
        return;
    int place = __popc(votes & ((1u << lane) - 1u)) + (warp ? taken[0] : 0);
    out[place] = v;
}
