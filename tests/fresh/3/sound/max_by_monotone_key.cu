// fpcheck: block_max <<<1, 128>>> x=uniform(-9,3):128 best=empty:1 n=128 ref=max(x) --tol rtol=0.000001
// expect: ok
// Maximum of floats of both signs through an integer atomic: the key is monotone.
__device__ unsigned key_of(float v) {
    unsigned u = __float_as_uint(v);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__device__ float value_of(unsigned k) {
    return __uint_as_float((k & 0x80000000u) ? (k & 0x7fffffffu) : ~k);
}

__global__ void block_max(const float* x, float* best, int n) {
    __shared__ unsigned top;
    if (threadIdx.x == 0) top = 0u;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(&top, key_of(x[i]));
    __syncthreads();
    if (threadIdx.x == 0) best[0] = value_of(top);
}
