// fpcheck: extreme_stress <<<2, 96>>> sxx=@b_stress_sxx.npy syy=@b_stress_syy.npy sxy=@b_stress_sxy.npy low=inout:const(1e30):1:f32 high=inout:const(0):1:f32 n=180 --ref 'low=@b_stress_low.npy' --tol rtol=1e-5
// expect: error mismatch at line 17
// why: atomicMin on the bits of floats as signed integers orders negative numbers the wrong way, so the compressive stress nearest to zero is kept (the well-known advice of Stack Overflow without its sign case)
// figure: low[0] computed -0.148094177, MPFR -287.574093
#include <cuda_runtime.h>

// Lowest and highest principal stress over the elements of a plane mesh
__global__ void extreme_stress(const float* sxx, const float* syy, const float* sxy,
                               float* low, float* high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float mean = 0.5f * (sxx[i] + syy[i]);
    float diff = 0.5f * (sxx[i] - syy[i]);
    float radius = sqrtf(diff * diff + sxy[i] * sxy[i]);
    atomicMin((int*)low, __float_as_int(mean - radius));
    atomicMax((int*)high, __float_as_int(fmaxf(mean + radius, 0.0f)));
}
