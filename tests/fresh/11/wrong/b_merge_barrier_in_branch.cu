// fpcheck: odd_even_sort <<<1, 64>>> key=perm:50 out=empty:50 n=50
// expect: error divergent barrier at line 19
// why: the barrier stands in a branch that only the threads of a pair take; the others run ahead to the next phases, and memory is not ordered between phases
// figure: computed depends on the order of the threads, MPFR out[i] = i
// Odd-even transposition sort of up to 64 keys.
__global__ void odd_even_sort(const int *key, int *out, int n)
{
    __shared__ int k[64];
    int t = threadIdx.x;
    k[t] = t < n ? key[t] : 0x7fffffff;
    __syncthreads();
    for (int phase = 0; phase < n; phase++) {
        if (((t ^ phase) & 1) == 0 && t + 1 < 64) {
            int a = k[t], b = k[t + 1];
            if (a > b) {
                k[t] = b;
                k[t + 1] = a;
            }
            __syncthreads();
        }
    }
    __syncthreads();
    if (t < n)
        out[t] = k[t];
}
