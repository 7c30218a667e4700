// fpcheck: pack <<<1, 32>>> w=[0.5,-0.25,1.0,-1.75,1.5,-0.75,0.25,-2.0] packed=empty:4 n=8
// fpcheck+ matvec <<<1, 32>>> packed=packed x=[1,2,1,1,0.5,2,4,1] y=empty:1 n=8 ref=y=sum(w*x) --tol rtol=1e-5,atol=1e-6
// expect: ok
#include <cuda_runtime.h>

__global__ void pack(const float* w, unsigned char* packed, int n)
{
    int i = threadIdx.x;
    if (2 * i + 1 < n) {
        int a = __float2int_rn(w[2 * i] * 4.0f), b = __float2int_rn(w[2 * i + 1] * 4.0f);
        packed[i] = (unsigned char)((a & 15) << 4 | (b & 15));
    }
}

__global__ void matvec(const unsigned char* packed, const float* x, float* y, int n)
{
    int i = threadIdx.x;
    float s = 0.0f;
    if (2 * i + 1 < n) {
        int v = packed[i];
        int hi = (v << 24) >> 28, lo = (v << 28) >> 28;
        s = 0.25f * ((float)hi * x[2 * i] + (float)lo * x[2 * i + 1]);
    }
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (i == 0)
        y[0] = s;
}
