// fpcheck: nll_product <<<2, 32>>> p=uniform(0.01,0.2):2x64 nll=empty:2 c=64 ref=nll=-sum(log(p),1) --tol rtol=1e-4,atol=0
// expect: error underflow at line 12: the product of 64 probabilities is below 1e-45, log(0) is -inf
#include <cuda_runtime.h>

__global__ void nll_product(const float* p, float* nll, int c)
{
    const float* row = p + blockIdx.x * c;
    float prod = 1.0f;
    for (int i = threadIdx.x; i < c; i += 32)
        prod *= row[i];
    for (int o = 16; o > 0; o >>= 1)
        prod *= __shfl_xor_sync(0xffffffffu, prod, o);
    if (threadIdx.x == 0)
        nll[blockIdx.x] = -logf(prod);
}
