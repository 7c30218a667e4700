// fpcheck: total_dose<<<1, 32>>> rate=const(0.11):8x3000 dose=empty:8 voxels=8 spots=3000
// expect: error absorbed at line 15
// why: the dose of a voxel is summed in binary16, which stands still at 256
// figure: computed dose[0] = 256.0, MPFR 329.999998
#include <cuda_fp16.h>
// Dose per voxel: the sum over all spots of a proton plan.
__global__ void total_dose(const float *rate, float *dose, int voxels, int spots)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voxels)
        return;
    __half sum = __float2half(0.0f);
    const float *row = rate + v * spots;
    for (int k = 0; k < spots; k++)
        sum = __hadd(sum, __float2half(row[k]));
    dose[v] = __half2float(sum);
}
