// fpcheck: warmest <<<2, 16>>> celsius=[-17.6,-13.3,-11.4,-6.1,-13.4,-6.8,-39.0,-23.2,-6.0,-16.6,-7.6,-35.9,-23.1,-31.1,-20.4,-19.3,-39.5,-32.2,-29.9,-2.3,-12.4,-34.3,-11.3,-35.0,-17.8,-35.4,-39.9,-8.6,-32.5,-32.2,-4.6,-8.6] peak=inout:const(-1000):1 n=32 want=[-2.3] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error mismatch at line 8
// why: the maximum of floats by atomicMax on their bits as signed integers: the order is reversed for negative numbers, and the initial -1000 stays, or the coldest wins
// figure: computed peak = -1000, right -2.3

__device__ void atomic_max(float *address, float value)
{
    atomicMax((int *)address, __float_as_int(value));
}

// Warmest temperature of a winter, over the whole grid.
__global__ void warmest(const float *celsius, float *peak, int n)
{
    __shared__ float block_peak;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        block_peak = -1000.0f;
    __syncthreads();
    if (i < n)
        atomic_max(&block_peak, celsius[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomic_max(peak, block_peak);
}
