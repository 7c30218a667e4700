// fpcheck: warp_dose <<<1, 64>>> dose=[8,3.5,10.75,11.5,9.5,2.5,8.5,2,13,4,6.5,12,2.5,7.25,10.75,0.75,13.75,3,8.5,8.5,9.5,1,13.75,4.75,7.75,3.25,14.25,10.25,2,2.25,11.5,5.5,4.25,6.75,4.25,13.5,7.5,6,4,2.25] sum=empty:2 n=40
// expect: error shuffle mask at line 9
// why: the mask names all 32 lanes, but in the second warp only 8 get there: lane 0 reads lanes that take no part
// figure: sum[1] undefined, right 48.5
// Dose of each group of 32 voxels.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void warp_dose(const float *dose, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0.0f;
    if (i < n)
        total = warp_sum(dose[i]);
    __syncwarp();
    if ((i & 31) == 0 && i < n)
        sum[i >> 5] = total;
}
