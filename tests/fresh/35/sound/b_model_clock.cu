// fpcheck: clocks <<<1, 32>>> dt=@b_clk_dt.npy t=empty:32 steps=5000 n=32 --ref t=@b_clk_ref.npy --tol rtol=3e-7
// expect: ok
// why: steps of a tenth onto a clock of ten million: each addition is absorbed, but its error is carried (Kahan), so the result is right to the last place
// figure: t: largest error 0.476 (4.76e-08 relative at its worst, largest |value| 1.0001e+07), as simulated
#include <cuda_runtime.h>

__global__ void clocks(const float *dt, float *t, int steps, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float now = 1.0e7f, carry = 0.0f;
    for (int k = 0; k < steps; k++) {
        float y = __fsub_rn(dt[i], carry);
        float next = __fadd_rn(now, y);
        carry = __fsub_rn(__fsub_rn(next, now), y);
        now = next;
    }
    t[i] = now;
}
