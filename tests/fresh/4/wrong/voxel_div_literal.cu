// fpcheck: voxel_of <<<1, 64>>> i=arange:60 plane=empty:60 n=60 ref=plane=floor(i/3) --tol rtol=0,atol=0
// expect: error index off at line 10: i * 0.3333333f is below the integer for multiples of three, the plane is one too low
#include <cuda_runtime.h>

// three channels interleaved: which pixel does element i belong to
__global__ void voxel_of(const int* i, int* plane, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        plane[t] = (int)((float)i[t] * 0.3333333f);
}
