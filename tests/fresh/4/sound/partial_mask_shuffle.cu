// fpcheck: first_twenty <<<1, 32>>> x=uniform(0,1):20 y=empty:1 ref=y=sum(x) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void first_twenty(const float* x, float* y)
{
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, t < 20);
    if (t < 20) {
        float v = x[t];
        for (int o = 16; o > 0; o >>= 1) {
            int from = t + o;
            float u = __shfl_sync(mask, v, from < 20 ? from : t);
            if (from < 20)
                v += u;
        }
        if (t == 0)
            y[0] = v;
    }
}
