// fpcheck: running_level <<<1, 32>>> rise=arange:32 level=empty:32 want=[0,1,3,6,10,15,21,28,8,17,27,38,50,63,77,92,16,33,51,70,90,111,133,156,24,49,75,102,130,159,189,220] ref=level=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 11
// why: four gauges of eight readings share a warp; the scan shifts over the whole warp (no width 8, and the test is on the lane of the warp), so that later gauges take in the sums of earlier ones
// figure: computed level[8] = 36, right 8

#define READINGS 8

__device__ float scan(float x, int lane)
{
    for (int o = 1; o < READINGS; o <<= 1) {
        float left = __shfl_up_sync(0xffffffffu, x, o);
        if (lane >= o)
            x += left;
    }
    return x;
}

// Running sum of the rises of each gauge: gauge g has the lanes 8 g to 8 g + 7.
__global__ void running_level(const float *rise, float *level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    level[i] = scan(rise[i], lane);
}
