// fpcheck: bounds <<<4, 64>>> z=uniform(10,500):256 lowest=empty:1 n=256
// expect: error uninitialised at line 8: nobody sets *lowest before the atomics, so the minimum is taken with whatever the memory holds
// Lowest elevation of a terrain patch (all positive: integer order is right).
__global__ void bounds(const float* z, int* lowest, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? z[i] : 3.4e38f;
    for (int o = 16; o > 0; o >>= 1) v = fminf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if (threadIdx.x % 32 == 0) atomicMin(lowest, __float_as_int(v));
}
