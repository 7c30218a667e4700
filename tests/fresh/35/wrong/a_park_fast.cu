// fpcheck: park <<<1, 16>>> angle=@a_park_fast_angle.npy d=empty:16 q=empty:16 amp=10 --ref 'd=@a_park_fast_d_ref.npy' --tol rtol=1e-4,atol=1e-4
// expect: error accuracy at line 8
// why: the electrical angle of a motor grows to 2.4e5 rad and goes straight into __cosf and __sinf, whose error grows with the argument (documented only for [-pi, pi]): at 2e5 rad it is about 1e-2; the angle has to be wrapped or cosf used
// figure: d[14] computed -5.14102745, MPFR -4.98500713 (off by 2.6e+02 of the tolerance)
#include <cuda_runtime.h>
__device__ void rotate(float a, float b, float angle, float* d, float* q)
{
    float c = __cosf(angle);
    float s = __sinf(angle);
    *d = a * c + b * s;
    *q = b * c - a * s;
}

__global__ void park(const float* angle, float* d, float* q, float amp)
{
    int i = threadIdx.x;
    rotate(amp, 0.0f, angle[i], &d[i], &q[i]);
}
