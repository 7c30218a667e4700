// fpcheck: normalise_by_max <<<2, 64>>> x=uniform(0.5,1):128 y=empty:128
// expect: error uninitialised at line 9: the shared maximum is never set before the first atomicMax
// Scales each tile of 64 positive samples by its maximum; positive floats order as their bits.
__global__ void normalise_by_max(const float* x, float* y)
{
    __shared__ int top;
    int i = blockIdx.x * 64 + threadIdx.x;
    float v = x[i];
    atomicMax(&top, __float_as_int(v));
    __syncthreads();
    y[i] = v / __int_as_float(top);
}
