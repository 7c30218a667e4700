// fpcheck: unrank <<<1, 32>>> k=[0,1,2,3,20000,33558527,33558528,50005000,134225919,134225920] row=empty:10 n=10
// expect: ok
#include <cuda_runtime.h>

// the square root only guesses; integers decide
__global__ void unrank(const int* k, int* row, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int r = (int)((sqrtf(8.0f * (float)k[i] + 1.0f) - 1.0f) * 0.5f);
    while ((long long)r * (r + 1) / 2 > k[i])
        --r;
    while ((long long)(r + 1) * (r + 2) / 2 <= k[i])
        ++r;
    row[i] = r;
}
