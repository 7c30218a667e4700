// fpcheck: kinetic <<<1, 32>>> vx=uniform(200,300):32:f16 vy=uniform(200,300):32:f16 mass=uniform(1e-3,2e-3):32 e=empty:32 n=32 --ref e=0.5*mass*(vx*vx+vy*vy) --tol rtol=1e-2,atol=0
// expect: error narrowing at line 8: 200^2 + 200^2 = 80000 exceeds 65504, the square becomes infinite in binary16
#include <cuda_fp16.h>
__global__ void kinetic(const __half* vx, const __half* vy, const float* mass, float* e, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    __half v2 = __hfma(vx[i], vx[i], __hmul(vy[i], vy[i]));
    e[i] = 0.5f * mass[i] * __half2float(v2);
}
