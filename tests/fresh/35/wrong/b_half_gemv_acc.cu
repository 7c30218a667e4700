// fpcheck: gemv_half <<<1, 32>>> w=@b_hacc_w.npy x=@b_hacc_x.npy y=empty:32 k=4096 --ref y=@b_hacc_ref.npy --tol rtol=1e-2
// expect: error stagnation at line 12
// why: products of some 0.75 are summed in half: from 1024 on each is rounded up to 1, and at 2048 the sum stands still; the accumulator of a mixed-precision GEMV must be float (reports on cuBLAS' 16F compute type)
// figure: y[13] computed 2048, MPFR 3088.8639
#include <cuda_fp16.h>

__global__ void gemv_half(const __half *w, const __half *x, float *y, int k)
{
    int row = threadIdx.x;
    __half s = __float2half(0.0f);
    for (int i = 0; i < k; i++)
        s = __hadd(s, __hmul(w[i * 32 + row], x[i]));
    y[row] = __half2float(s);
}
