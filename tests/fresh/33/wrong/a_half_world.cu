// fpcheck: camera_relative <<<2, 96>>> world=@a_world.npy camera=@a_camera.npy local=empty:192:f16 n=192 --ref 'local=@a_local_half.npy' --tol rtol=2e-3,atol=2e-3
// expect: error rounding at line 12
// why: world coordinates near 3,000 are rounded to half, whose step there is 2, before the camera is taken away; the difference of some metres should be rounded, not the operands
// figure: local[122] computed 2, MPFR 0.239013672
#include <cuda_fp16.h>

__global__ void camera_relative(const float *__restrict__ world, const float *__restrict__ camera, __half *__restrict__ local,
                                int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __half w = __float2half_rn(world[i]);
        __half c = __float2half_rn(camera[i % 3]);
        local[i] = __hsub(w, c);
    }
}
