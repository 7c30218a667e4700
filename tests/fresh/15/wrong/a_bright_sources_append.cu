// fpcheck: append_bright <<<1, 32>>> flux=[0.1,3,4,0.2,5,6,0.3,7,8,9,0.1,0.2,0.3,2,3,4,0.4,0.1,7,8,0.2,3,0.3,5,0.1,0.2,6,0.4,0.1,9,2,0.3] bright=inout:zeros:32 count=inout:zeros:1 threshold=1.0 n=32
// expect: error undefined at line 14
// why: the base of the block of slots is in the first active lane (the leader), but it is read from lane 0, which is not among the active lanes where its source is faint: the shuffle gives an undefined value, used as an index
// figure: computed bright[?] at an undefined slot, right: bright[0..16] hold the 17 values over 1 in some order

__device__ int take_slot(int *count)
{
    unsigned active = __activemask();
    int lane = threadIdx.x & 31;
    int leader = __ffs(active) - 1;
    int base;
    if (lane == leader)
        base = atomicAdd(count, __popc(active));
    base = __shfl_sync(active, base, 0);
    return base + __popc(active & ((1u << lane) - 1));
}

// Sources brighter than the threshold, one atomic a warp.
__global__ void append_bright(const float *flux, float *bright, int *count, float threshold, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float f = flux[i];
    if (f > threshold)
        bright[take_slot(count)] = f;
}
