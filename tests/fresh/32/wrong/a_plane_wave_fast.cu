// fpcheck: plane_wave <<<2, 64>>> x=@a_plane_wave_fast_x.npy amplitude=@a_plane_wave_fast_amplitude.npy re=empty:128 im=empty:128 k=2.5 n=128 --ref 're=@a_plane_wave_fast_re_ref.npy' --ref 'im=@a_plane_wave_fast_im_ref.npy' --tol rtol=1e-5,atol=1e-4
// expect: error mismatch at line 11
// why: __sincosf far outside its range: the products k * x are exact in binary32 (k is 2.5), but up to 3.8e6 radians, of which the hardware reduces with single precision; sincosf would be right
// figure: re[121] computed 0.6747371, exact 0.23597764851235528; 126 of 128 beyond the tolerance, worst 4.29e+03 times
#include <cuda_runtime.h>

// field of a plane wave along a line, x in metres
__device__ float2 wave(float k, float x)
{
    float s, c;
    __sincosf(k * x, &s, &c);
    return make_float2(c, s);
}

__global__ void plane_wave(const float* x, const float* amplitude, float* re, float* im, float k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 w = wave(k, x[i]);
    re[i] = amplitude[i] * w.x;
    im[i] = amplitude[i] * w.y;
}
