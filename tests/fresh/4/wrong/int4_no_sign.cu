// fpcheck: pack_int4 <<<1, 32>>> w=[0.5,-0.25,1.0,-1.75,1.5,-0.75,0.25,-2.0] packed=empty:4 n=8
// fpcheck+ matvec_int4 <<<1, 32>>> packed=packed x=[1,2,1,1,0.5,2,4,1] y=empty:1 n=8 ref=y=sum(w*x) --tol rtol=1e-3,atol=1e-3
// expect: error mismatch with reference at line 26: the low nibble is never sign extended, -1 is read as 15
#include <cuda_runtime.h>

#define STEP 0.25f

__global__ void pack_int4(const float* w, unsigned char* packed, int n)
{
    int i = threadIdx.x;
    if (2 * i + 1 < n) {
        int hi = __float2int_rn(w[2 * i] / STEP);
        int lo = __float2int_rn(w[2 * i + 1] / STEP);
        packed[i] = (unsigned char)((hi & 15) << 4 | (lo & 15));
    }
}

__global__ void matvec_int4(const unsigned char* packed, const float* x, float* y, int n)
{
    float acc = 0.0f;
    int i = threadIdx.x;
    if (2 * i + 1 < n) {
        signed char b = (signed char)packed[i];
        int hi = b >> 4;             // arithmetic shift
        int lo = b & 15;
        acc = (float)hi * STEP * x[2 * i] + (float)lo * STEP * x[2 * i + 1];
    }
    for (int o = 16; o > 0; o >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (i == 0)
        y[0] = acc;
}
