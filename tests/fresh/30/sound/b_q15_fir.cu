// fpcheck: fir_q15 <<<1, 32>>> x=[-17967,-25561,-10512,1107,-16268,32767,32767,32767,32767,32767,32767,-9440,20392,28897,-30880,-26820,-2780,11715,-25083,-4168,-2537,7438,18843,-6966,-26872,-24656,11073,4089,28630,-32368,28782,23858] taps=[-1200,4000,14500,14500,4000,-1200] y=empty:27 n=32 order=6 want=[-9810,-4256,10621,29773,32767,32767,32767,29900,14553,12305,16671,-1215,-23520,-15577,-1099,-5688,-11994,-6240,5134,11606,3879,-16361,-23140,-9585,9364,11728,1079] ref=y=want
// expect: ok
// why: 16-bit samples and coefficients, a filter gain above 1 and a conversion to 16 bits; the sum has 32 bits and fits, is rounded by half a unit, and clipped before it is narrowed
// figure: y[5]: computed 32767, exact 34598.944092 before rounding and clipping
#include <cuda_runtime.h>

__device__ short saturated(int v)
{
    return (short)min(max(v, -32768), 32767);
}

__device__ int rounded_q15(int sum)
{
    return (sum + (1 << 14)) >> 15;
}

// Half-band filter on audio samples.
__global__ void fir_q15(const short *x, const short *taps, short *y, int n, int order)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + order > n)
        return;
    int sum = 0;
    for (int k = 0; k < order; k++)
        sum += (int)taps[k] * (int)x[i + order - 1 - k];
    y[i] = saturated(rounded_q15(sum));
}
