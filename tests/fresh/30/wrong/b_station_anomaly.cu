// fpcheck: anomalies <<<1, 32>>> t=[[5.41,4.91,4.16,5.86,3.96,5.01,6.49,3.91],[10.94,9.42,10.49,9.51,10.64,10.46,11.13,12.58],[-2.72,-2.34,-3.05,-3.24,-3.83,-4.8,-2.93,-1.37],[20.48,19.47,21.65,19.57,19.38,18.79,19.04,19.75]] a=empty:4x8 want=[[0.44625,-0.05375,-0.80375,0.89625,-1.00375,0.04625,1.52625,-1.05375],[0.29375,-1.22625,-0.15625,-1.13625,-0.00625,-0.18625,0.48375,1.93375],[0.315,0.695,-0.015,-0.205,-0.795,-1.765,0.105,1.665],[0.71375,-0.29625,1.88375,-0.19625,-0.38625,-0.97625,-0.72625,-0.01625]] ref=a=want --tol rtol=0,atol=1e-4
// expect: error shuffle width at line 18
// why: the sum of a station sits in the first of its eight lanes, but without a width __shfl_sync reads lane 0 of the whole warp: all stations take the mean of the first
// figure: a[1,0]: computed 5.97625, MPFR 0.29375
#include <cuda_runtime.h>

// Eight lanes a station, four stations a warp: readings less the mean of their own station.
__device__ float station_sum(float v)
{
    for (int o = 4; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, 8);
    return v;
}

__device__ float station_mean(float v)
{
    float s = station_sum(v);
    s = __shfl_sync(0xffffffffu, s, 0);
    return s * 0.125f;
}

__global__ void anomalies(const float *t, float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = t[i];
    a[i] = v - station_mean(v);
}
