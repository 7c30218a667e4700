// fpcheck: viterbi_best <<<2, 64>>> score=uniform(-30,-2):2x64 state=empty:2 value=empty:2 n=64 --ref value=max(score,1) --tol rtol=0.000001
// expect: ok
// Best state by one 64 bit atomic; smaller index wins among equals.
__device__ unsigned long long key_of(float v, unsigned index) {
    unsigned u = __float_as_uint(v);
    u = (u >> 31) ? ~u : u | 0x80000000u;
    return ((unsigned long long)u << 32) | (0xffffffffu - index);
}

__global__ void viterbi_best(const float* score, int* state, float* value, int n) {
    __shared__ unsigned long long best;
    const float* row = score + blockIdx.x * n;
    if (threadIdx.x == 0) best = 0ull;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(&best, key_of(row[i], (unsigned)i));
    __syncthreads();
    if (threadIdx.x == 0) {
        int s = (int)(0xffffffffu - (unsigned)(best & 0xffffffffull));
        state[blockIdx.x] = s;
        value[blockIdx.x] = row[s];
    }
}
