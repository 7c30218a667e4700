// fpcheck: block_max <<<1, 128>>> x=uniform(-9,-1):128 best=empty:1 n=128 ref=max(x) --tol rtol=0.000001
// expect: error sign bits at line 8: signed comparison of the bits of negative floats is reversed; the start value, -infinity, beats all of them
// Maximum of log-likelihoods through an integer atomic.
__global__ void block_max(const float* x, float* best, int n) {
    __shared__ int bits;
    if (threadIdx.x == 0) bits = __float_as_int(-INFINITY);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(&bits, __float_as_int(x[i]));
    __syncthreads();
    if (threadIdx.x == 0) best[0] = __int_as_float(bits);
}
