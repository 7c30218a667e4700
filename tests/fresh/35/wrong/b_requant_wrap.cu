// fpcheck: requantise <<<3, 32>>> acc=@b_requant_acc.npy q=empty:96 scale=0.0078125 zero_point=10 n=96 --ref q=@b_requant_ref.npy
// expect: error conversion at line 15
// why: the int8 store narrows an int that was clamped before the zero point was added: 127 + 10 wraps to -119; known from quantised inference kernels (TFLite, QNNPACK reports of sign flips at saturation)
// figure: q[0] computed -127, MPFR 127
#include <cuda_runtime.h>

__device__ int rounded(float v) { return __float2int_rn(v); }

__global__ void requantise(const int *acc, signed char *q, float scale, int zero_point, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = rounded(acc[i] * scale);
    r = max(-128, min(127, r));
    q[i] = (signed char)(r + zero_point);
}
