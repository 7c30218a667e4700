// fpcheck: triangle_area <<<1, 32>>> a=[1.5e11,5e10,3e10,8] b=[1.2e11,4.5e10,2.5e10,7] c=[9e10,3e10,4e10,5] area=empty:4 n=4 ref=0.25*sqrt((a+(b+c))*(c-(a-b))*(c+(a-b))*(a+(b-c))) --tol rtol=1e-4
// expect: error overflow at line 16: Heron's product of four lengths of 1e10 m is above 3.4e38, though the area is 1e21: infinite
// Areas swept between observation epochs: triangles from their side lengths in
// metres (Heron's formula).
#include <cuda_runtime.h>

__global__ void triangle_area(const float* __restrict__ a, const float* __restrict__ b,
                              const float* __restrict__ c, float* __restrict__ area, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float ea = a[i];
        const float eb = b[i];
        const float ec = c[i];
        const float s = 0.5f * (ea + eb + ec);
        const float p = s * (s - ea) * (s - eb) * (s - ec);
        // degenerate triangles can give a tiny negative product
        area[i] = sqrtf(fmaxf(p, 0.0f));
    }
}
