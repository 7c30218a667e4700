// fpcheck: unrank <<<1, 32>>> k=[0,1,2,3,20000,33558527,33558528,50005000,134225919,134225920] row=empty:10 n=10 want=[0,1,1,2,199,8191,8191,9999,16383,16384]:i32 ref=row=want --tol rtol=0,atol=0
// expect: error index off at line 11: 8k+1 has more than 24 bits, the float square root lands on the next row
#include <cuda_runtime.h>

// packed lower triangle: element k is in row floor((sqrt(8k+1)-1)/2)
__global__ void unrank(const int* k, int* row, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    row[i] = (int)((sqrtf(8.0f * (float)k[i] + 1.0f) - 1.0f) * 0.5f);
}
