// fpcheck: warmest<<<1, 128>>> celsius=[-40.5,-30.75,-21,-39,-29.25,-19.5,-37.5,-27.75,-18,-36,-26.25,-16.5,-34.5,-24.75,-15,-33,-23.25,-13.5,-31.5,-21.75,-39.75,-30,-20.25,-38.25,-28.5,-18.75,-36.75,-27,-17.25,-35.25,-25.5,-15.75,-33.75,-24,-14.25,-32.25,-22.5,-40.5,-30.75,-21,-39,-29.25,-19.5,-37.5,-27.75,-18,-36,-26.25,-16.5,-34.5,-24.75,-15,-33,-23.25,-13.5,-31.5,-21.75,-39.75,-30,-20.25,-38.25,-28.5,-18.75,-36.75,-27,-17.25,-35.25,-25.5,-15.75,-33.75,-24,-14.25,-32.25,-22.5,-40.5,-30.75,-21,-39,-29.25,-19.5,-37.5,-27.75,-18,-36,-26.25,-16.5,-34.5,-24.75,-15,-33,-23.25,-13.5,-31.5,-21.75,-39.75,-30,-20.25,-38.25,-28.5,-18.75] top=empty:1 n=100 want=[-13.5] --ref top=want
// expect: error wrong reduction identity at line 10
// why: FLT_MIN is the smallest positive number, not the lowest: with frost only it wins
// figure: computed top[0] = 1.17549435e-38, MPFR -13.5
#include <cfloat>
// Warmest winter night of a station, block maximum.
__global__ void warmest(const float *celsius, float *top, int n)
{
    __shared__ float part[4];
    float m = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        m = fmaxf(m, celsius[i]);
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0)
        top[0] = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
}
