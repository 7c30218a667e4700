// fpcheck: count_bright <<<1, 32>>> img=uniform(0.6,1):1024 seen=[16777216.0] total=empty:1 n=1024 ref=total=seen+1024 --tol rtol=0,atol=2
// expect: error absorbed at line 12: a float counter at 2^24 does not take a one
#include <cuda_runtime.h>

__global__ void count_bright(const float* img, const float* seen, float* total, int n)
{
    if (threadIdx.x != 0)
        return;
    float c = seen[0];
    for (int i = 0; i < n; ++i)
        if (img[i] > 0.5f)
            c += 1.0f;
    total[0] = c;
}
