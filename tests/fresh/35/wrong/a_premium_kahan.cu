// fpcheck: premium_sum <<<1, 1>>> amount=@a_premium_kahan_amount.npy total=empty:1 n=16384
// expect: error rounding at line 12
// why: the compensation is y - (t - s) but is still subtracted from the next term, so each term lost is taken off the next one as well: worse than no compensation (the sign mix-up of Kahan's formula is a recurrent bug report)
// figure: total[0] computed 10000000, MPFR 10004095.75 (off by 4.1e+02 of the tolerance)
#include <cuda_runtime.h>
__global__ void premium_sum(const float* amount, float* total, int n)
{
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = __fsub_rn(amount[i], c);
        float t = __fadd_rn(s, y);
        c = __fsub_rn(y, __fsub_rn(t, s));
        s = t;
    }
    *total = s;
}
