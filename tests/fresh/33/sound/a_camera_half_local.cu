// fpcheck: camera_local <<<1, 96>>> world=@a_world.npy camera=@a_camera.npy local=empty:192:f16 n=96 --ref 'local=@a_local_half.npy' --tol rtol=1e-3,atol=1e-6
// expect: ok
// why: numbers near 3,000 end as halves (step 2 there), but they are subtracted in binary32, exactly, and only the difference is rounded, two at a time
// figure: largest relative error 0.000483 at local[72] (-1.00976562, exact -1.01025391), largest absolute error 0.00195
#include <cuda_fp16.h>

__global__ void camera_local(const float2 *__restrict__ world, const float *__restrict__ camera, __half2 *__restrict__ local, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 w = world[i];
        float dx = w.x - camera[(2 * i) % 3];
        float dy = w.y - camera[(2 * i + 1) % 3];
        local[i] = __floats2half2_rn(dx, dy);
    }
}
