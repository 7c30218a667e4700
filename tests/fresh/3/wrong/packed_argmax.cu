// fpcheck: viterbi_best <<<2, 64>>> score=uniform(-30,-2):2x64 state=empty:2 value=empty:2 n=64 --ref value=max(score,1) --tol rtol=0.000001
// expect: error argmax key at line 11: raw bits of negative scores order the wrong way as unsigned: the least likely state wins
// Best state of a Viterbi column by one 64 bit atomic: score in the high word.
__global__ void viterbi_best(const float* score, int* state, float* value, int n) {
    __shared__ unsigned long long best;
    const float* row = score + blockIdx.x * n;
    if (threadIdx.x == 0) best = 0ull;
    __syncthreads();
    int i = threadIdx.x;
    if (i < n) {
        unsigned long long key = ((unsigned long long)__float_as_uint(row[i]) << 32) | (unsigned)i;
        atomicMax(&best, key);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        state[blockIdx.x] = (int)(best & 0xffffffffull);
        value[blockIdx.x] = __uint_as_float((unsigned)(best >> 32));
    }
}
