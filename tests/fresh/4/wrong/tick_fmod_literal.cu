// fpcheck: ticks <<<1, 32>>> k=arange:20 tick=empty:20 n=20 ref=tick=k*0+1 --tol rtol=0,atol=0
// expect: error branch decided wrong at line 13: k * 0.1f rounds below the multiple, fmodf returns nearly 0.1 and the tick is missed
#include <cuda_runtime.h>

// ruler of a plot: a tick at every multiple of the spacing
__global__ void ticks(const int* k, int* tick, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float pos = (float)k[i] * 0.1f;
    int on = 0;
    if (fmodf(pos, 0.1f) < 1e-3f)
        on = 1;
    tick[i] = on;
}
