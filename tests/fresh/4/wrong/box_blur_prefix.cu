// fpcheck: running_sum <<<1, 1>>> x=[300000.7,250000.3,0.013,0.027,0.041,0.008,0.019,0.033,0.021,0.017] p=empty:11 n=10
// fpcheck+ box3 <<<1, 32>>> p=p y=empty:4 first=2 count=4 want=[0.027,0.025333333,0.022666667,0.02]:f32 ref=y=want --tol rtol=1e-3,atol=0
// expect: error cancellation at line 20: differences of a float prefix sum that a bright start has made large
#include <cuda_runtime.h>

__global__ void running_sum(const float* x, float* p, int n)
{
    float s = 0.0f;
    p[0] = 0.0f;
    for (int i = 0; i < n; ++i) {
        s += x[i];
        p[i + 1] = s;
    }
}

__global__ void box3(const float* p, float* y, int first, int count)
{
    int i = threadIdx.x;
    if (i < count)
        y[i] = (p[first + i + 3] - p[first + i]) / 3.0f;
}
