// fpcheck: nll <<<1, 32>>> z=@b_nll_of_softmax_z.npy target=@b_nll_of_softmax_t.npy loss=empty:8 rows=8 --ref loss=@b_nll_of_softmax_ref_loss.npy --tol rtol=1e-5,atol=1e-5
// expect: error infinity (log of an underflow) hidden by a minimum at line 14
// why: the probability of a confidently wrong class underflows to 0, its logarithm is infinite and the clamp at 100 hides it: log-softmax would give the true losses of 140 and 167 (a usual report of losses stuck at 100)
// figure: loss[5] computed 100, exact 167.434949
#include <cuda_runtime.h>
__global__ void nll(const float* __restrict__ z, const int* __restrict__ target, float* loss, int rows)
{
    const int r = threadIdx.x;
    if (r >= rows) return;
    float m = z[r * 16];
    for (int i = 1; i < 16; ++i) m = fmaxf(m, z[r * 16 + i]);
    float s = 0.0f;
    for (int i = 0; i < 16; ++i) s += expf(z[r * 16 + i] - m);
    const float p = expf(z[r * 16 + target[r]] - m) / s;
    loss[r] = fminf(-logf(p), 100.0f);   // as binary_cross_entropy clamps
}
