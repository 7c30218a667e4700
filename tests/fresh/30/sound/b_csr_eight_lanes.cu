// fpcheck: csr_times <<<1, 64>>> start=[0,3,4,4,10,19,21,22,24] column=[1,7,2,2,3,5,2,1,6,4,7,0,6,4,6,4,0,2,3,2,2,5,0,3] value=[-0.228,4.88000011,0.782999992,2.41599989,-0.444000006,-4.92700005,-4.62699986,2.03699994,0.370000005,-2.59699988,2.2349999,-3.07800007,2.26799989,2.90300012,-1.52999997,-2.21600008,1.68900001,-2.19099998,1.72399998,-2.3900001,1.61500001,0.187999994,-0.865999997,-1.79100001] x=[0.901000023,1.77100003,0.550000012,0.893999994,0.739000022,1.17200005,1.02600002,1.09200001] y=empty:8 rows=8 want=[5.35582216,1.32879997,0.0,-6.64826629,2.79021774,-0.426250062,0.220336002,-2.38142001] ref=y=want --tol rtol=2e-6,atol=1e-6
// expect: ok
// why: eight lanes a row sum by shuffles without a width, so that upper lanes take in values of the next row; lane 0 of each row never reads across, and only lane 0 stores
// figure: y[4]: computed 2.79021788, MPFR 2.79021774
#include <cuda_runtime.h>

__device__ float eight_to_first(float v)
{
    v += __shfl_down_sync(0xffffffffu, v, 4);
    v += __shfl_down_sync(0xffffffffu, v, 2);
    v += __shfl_down_sync(0xffffffffu, v, 1);
    return v;
}

__global__ void csr_times(const int *start, const int *column, const float *value, const float *x, float *y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t / 8, lane = t % 8;
    float s = 0.0f;
    if (row < rows)
        for (int k = start[row] + lane; k < start[row + 1]; k += 8)
            s += value[k] * x[column[k]];
    s = eight_to_first(s);
    if (row < rows && lane == 0)
        y[row] = s;
}
