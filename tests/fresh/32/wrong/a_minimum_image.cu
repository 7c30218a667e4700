// fpcheck: minimum_image <<<2, 32>>> a=@a_minimum_image_a.npy b=@a_minimum_image_b.npy r2=empty:64 box=10 n=64 --ref 'r2=@a_minimum_image_r2_ref.npy' --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 9
// why: (int)(x + 0.5f) rounds to nearest for positive x only: pairs with a component below -box/2 keep a distance of more than half the box; an often seen bug of hand-written molecular dynamics
// figure: r2[13] computed 130.2264, exact 10.021877480314803; 20 of 64 beyond the tolerance, worst 1.09e+06 times
#include <cuda_runtime.h>

__device__ float nearest_image(float d, float box)
{
    int cells = (int)(d / box + 0.5f);
    return d - box * cells;
}

__global__ void minimum_image(const float* a, const float* b, float* r2, float box, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0.f;
    for (int k = 0; k < 3; ++k) {
        float d = nearest_image(a[3 * i + k] - b[3 * i + k], box);
        s += d * d;
    }
    r2[i] = s;
}
