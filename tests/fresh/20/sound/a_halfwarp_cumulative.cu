// fpcheck: halfwarp_cumulative<<<2, 32>>> weight=[0.25,1.875,1.375,0.875,0.375,2,1.5,1,0.5,2.125,1.625,1.125,0.625,2.25,1.75,1.25,0.75,0.25,1.875,1.375,0.875,0.375,2,1.5,1,0.5,2.125,1.625,1.125,0.625,2.25,1.75,1.25,0.75,0.25,1.875,1.375,0.875,0.375,2,1.5,1,0.5,2.125,1.625,1.125,0.625,2.25,1.75,1.25,0.75,0.25,1.875,1.375,0.875,0.375,2,1.5,1,0.5,2.125,1.625,1.125,0.625] upto=empty:64 share=empty:64 n=64 want=[0.25,2.125,3.5,4.375,4.75,6.75,8.25,9.25,9.75,11.875,13.5,14.625,15.25,17.5,19.25,20.5,0.75,1,2.875,4.25,5.125,5.5,7.5,9,10,10.5,12.625,14.25,15.375,16,18.25,20,1.25,2,2.25,4.125,5.5,6.375,6.75,8.75,10.25,11.25,11.75,13.875,15.5,16.625,17.25,19.5,1.75,3,3.75,4,5.875,7.25,8.125,8.5,10.5,12,13,13.5,15.625,17.25,18.375,19] ref=upto=want --tol bitwise
// expect: ok
// why: the scan runs in segments of 16 with shuffle width 16 and compares the lane within the segment, not the lane of the warp; all sums of eighths are exact
// figure: computed upto[37]=6.375, MPFR 6.375: exact
// Cumulative weights of the branches of a decay, sixteen branches a nuclide, two nuclides a warp.
#define BRANCHES 16

__device__ float scan16(float v)
{
    int lane = threadIdx.x & (BRANCHES - 1);
#pragma unroll
    for (int d = 1; d < BRANCHES; d *= 2) {
        float below = __shfl_up_sync(0xffffffffu, v, d, BRANCHES);
        if (lane >= d)
            v += below;
    }
    return v;
}

__global__ void halfwarp_cumulative(const float *weight, float *upto, float *share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float w = i < n ? weight[i] : 0.0f;
    float sum = scan16(w);
    float total = __shfl_sync(0xffffffffu, sum, BRANCHES - 1, BRANCHES);
    if (i < n) {
        upto[i] = sum;
        share[i] = sum / total;
    }
}
