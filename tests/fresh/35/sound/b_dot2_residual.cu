// fpcheck: residual <<<1, 64>>> row=@b_d2_row.npy column=@b_d2_col.npy value=@b_d2_val.npy x=@b_d2_x.npy b=@b_d2_b.npy r=empty:64 n=64 --ref r=@b_d2_ref.npy --tol rtol=1e-5,atol=2e-8
// expect: ok
// why: total cancellation by design: the residual of a nearly solved row, with error-free transforms whose low parts are all kept
// figure: r: largest error 4.27e-09 (3.8e-05 relative at its worst, largest |value| 0.0138822), as simulated
#include <cuda_runtime.h>

__device__ void two_sum(float a, float b, float &s, float &e)
{
    s = __fadd_rn(a, b);
    float bb = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb));
}

__global__ void residual(const int *row, const int *column, const float *value, const float *x, const float *b, float *r, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float high = b[i], low = 0.0f;
    for (int k = row[i]; k < row[i + 1]; k++) {
        float a = -value[k], v = x[column[k]], e;
        float p = __fmul_rn(a, v);
        low = __fadd_rn(low, __fmaf_rn(a, v, -p));
        two_sum(high, p, high, e);
        low = __fadd_rn(low, e);
    }
    r[i] = __fadd_rn(high, low);
}
