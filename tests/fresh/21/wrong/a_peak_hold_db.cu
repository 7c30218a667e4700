// fpcheck: peak_hold <<<3, 32>>> level=[-3.0,-11.5,-20.0,-8.5,-17.0,-5.5,-14.0,-22.5,-11.0,-19.5,-8.0,-16.5,-5.0,-13.5,-22.0,-10.5,-19.0,-7.5,-16.0,-4.5,-13.0,-21.5,-10.0,-18.5,-7.0,-15.5,-4.0,-12.5,-21.0,-9.5,-18.0,-6.5,-15.0,-3.5,-12.0,-20.5,-9.0,-17.5,-6.0,-14.5,-3.0,-11.5,-20.0,-8.5,-17.0,-5.5,-14.0,-22.5,-11.0,-19.5,-8.0,-16.5,-5.0,-13.5,-22.0,-10.5,-19.0,-7.5,-16.0,-4.5,-13.0,-21.5,-10.0,-18.5,-7.0,-15.5,-4.0,-12.5,-21.0,-9.5,-18.0,-6.5,-15.0,-3.5,-12.0,-20.5,-9.0,-17.5,-6.0,-14.5,-3.0,-11.5,-20.0,-8.5,-17.0,-5.5,-14.0,-22.5,-11.0,-19.5,-8.0,-16.5,-5.0,-13.5,-22.0,-10.5] peak=empty:3 n=96 want=[-3.0,-3.0,-3.0] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error wrong identity of the reduction at line 17
// why: the maximum starts at FLT_MIN, which is a small positive number and no lower bound of levels in dB
// figure: peak[0] computed 1.17549e-38, right -3
#include <cfloat>
// Highest level of each band in dB (full scale is 0).
__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void peak_hold(const float *level, float *peak, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float top = FLT_MIN;
    if (i < n)
        top = fmaxf(top, level[i]);
    top = warp_max(top);
    if (threadIdx.x == 0)
        peak[blockIdx.x] = top;
}
