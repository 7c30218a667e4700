// fpcheck: signed_rank_sum <<<1, 32>>> d=[3.5,-1.25,3.5,9.0,1.25,-3.5,0.5,-7.75,9.0,2.0] rank=empty:10 wplus=empty:1 n=10 wr=[6.0,2.5,6.0,9.5,2.5,6.0,1.0,8.0,9.5,4.0] ww=[38.5] ref=rank=wr ref=wplus=ww --tol rtol=1e-6,atol=0
// expect: ok
// why: ties of absolute differences are compared with == on floats: fabsf is exact, and average ranks are halves of integers
// figure: computed rank[0] = 6.0, MPFR 6.0: exact
// Wilcoxon signed ranks with average ranks for ties; no zero differences.
__global__ void signed_rank_sum(const float *d, float *rank, float *wplus, int n)
{
    int i = threadIdx.x;
    int twice = 0;
    if (i < n) {
        float a = fabsf(d[i]);
        for (int k = 0; k < n; k++) {
            float b = fabsf(d[k]);
            if (b < a)
                twice += 2;
            else if (b == a)
                twice += 1;
        }
        twice += 1;
        rank[i] = 0.5f * twice;
    }
    int plus = (i < n && d[i] > 0.0f) ? twice : 0;
    plus = __reduce_add_sync(0xffffffffu, plus);
    if (i == 0)
        *wplus = 0.5f * plus;
}
