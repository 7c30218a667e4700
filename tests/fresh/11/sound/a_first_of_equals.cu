// fpcheck: strongest <<<1, 64>>> power=[0.5,2.0,1.999999,2.0,0.25,2.0000002,1.5,2.0000002] bin=empty:1:i32 n=8
// expect: ok
// why: 64-bit keys hold all bits of the power and the complement of the index: neighbours one ulp apart are told, and of equals the first wins
// figure: bin: computed 5, MPFR 5 (2.00000024 first at 5)
// Index of the strongest line; powers are not negative.
__global__ void strongest(const float *power, int *bin, int n)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0ull;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned long long key = (unsigned long long)__float_as_uint(power[i]) << 32 | (0xffffffffu - (unsigned)i);
        atomicMax(&best, key);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *bin = (int)(0xffffffffu - (unsigned)best);
}
