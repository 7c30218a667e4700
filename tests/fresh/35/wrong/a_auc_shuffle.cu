// fpcheck: auc <<<6, 32>>> conc=@a_auc_shuffle_conc.npy out=empty:6 dt=0.25 --ref 'out=@a_auc_shuffle_out_ref.npy' --tol rtol=1e-5
// expect: error mismatch at line 13
// why: the trapezium area under a drug concentration curve is reduced with a shuffle width of 16, so lane 0 holds lanes 0..15 only: half the curve is missing (shuffle width left from a half-warp version, as in public reports)
// figure: out[2] computed 20.845129, MPFR 19.3567552 (off by 7.7e+03 of the tolerance)
#include <cuda_runtime.h>
__global__ void auc(const float* conc, float* out, float dt)
{
    int lane = threadIdx.x;
    float here = conc[blockIdx.x * 32 + lane];
    float next = __shfl_down_sync(0xffffffffu, here, 1);
    float area = lane < 31 ? 0.5f * (here + next) * dt : 0.0f;
    for (int o = 16; o > 0; o >>= 1)
        area += __shfl_down_sync(0xffffffffu, area, o, 16);
    if (lane == 0) out[blockIdx.x] = area;
}
