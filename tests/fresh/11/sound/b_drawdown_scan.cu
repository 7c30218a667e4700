// fpcheck: drawdown <<<1, 32>>> price=[100,98,103,97,95,99,104,90,88,93,91,96,105,101,99,97] worst=empty:1 n=16 want=[0.153846153846] ref=worst=want --tol rtol=1e-6,atol=0
// expect: ok
// why: lanes without a day hold -inf for the running maximum and 0 for the drawdown, the identities of what is done with them; no inf meets another
// figure: computed 0.15384616, MPFR 0.153846154; error 5.7e-09, tolerance 1.5e-07
__global__ void drawdown(const float *price, float *worst, int n)
{
    int lane = threadIdx.x;
    const unsigned all = 0xffffffffu;
    float p = lane < n ? price[lane] : 0.0f;
    float peak = lane < n ? p : -INFINITY;
    for (int o = 1; o < 32; o <<= 1) {
        float before = __shfl_up_sync(all, peak, o);
        if (lane >= o)
            peak = fmaxf(peak, before);
    }
    float down = lane < n ? (peak - p) / peak : 0.0f;
    for (int o = 16; o > 0; o >>= 1)
        down = fmaxf(down, __shfl_xor_sync(all, down, o));
    if (lane == 0)
        *worst = down;
}
