// fpcheck: plane_wave <<<2, 64>>> x=@a_plane_wave_exact_x.npy amplitude=@a_plane_wave_exact_amplitude.npy re=empty:128 im=empty:128 k=2.5 n=128 --ref 're=@a_plane_wave_exact_re_ref.npy' --ref 'im=@a_plane_wave_exact_im_ref.npy' --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: sines of arguments up to 3.8e6 are fine here: k * x is exact in binary32 for these data and sincosf reduces its argument properly
// figure: re[24] computed -1.0255742, exact -1.0255741118084358; 0 of 128 beyond the tolerance, worst 0.0471 times
#include <cuda_runtime.h>

// field of a plane wave along a line, x in metres
__device__ float2 wave(float k, float x)
{
    float s, c;
    sincosf(k * x, &s, &c);
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
