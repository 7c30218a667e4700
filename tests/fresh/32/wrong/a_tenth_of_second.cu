// fpcheck: tenth_of_second <<<1, 8>>> ticks=@a_tenth_of_second_ticks.npy v=[1676,1676,1500,1400,1200,1676,900,1676] range=empty:8 --ref 'range=@a_tenth_of_second_range_ref.npy' --tol rtol=1e-6
// expect: error rounding at line 11
// why: the clock of the Patriot battery (GAO report of 1992): tenths of a second added up in a float, here for an hour; the sum drifts by a second and the range gate by more than a kilometre
// figure: range[5] computed 6035548.0, exact 6033600.0; 8 of 8 beyond the tolerance, worst 323 times
#include <cuda_runtime.h>

__device__ float clock_after(int ticks)
{
    float t = 0.f;
    for (int k = 0; k < ticks; ++k)
        t += 0.1f;
    return t;
}

// where the target will be: distance flown since the first contact
__global__ void tenth_of_second(const int* ticks, const float* v, float* range)
{
    int i = threadIdx.x;
    range[i] = v[i] * clock_after(ticks[i]);
}
