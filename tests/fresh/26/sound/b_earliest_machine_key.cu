// fpcheck: earliest <<<1, 64>>> free_at=[7.5,3.25,9.0,3.25,4.0,100.0,3.5] machine=empty:1 time=empty:1 n=7 want=[1] ref=machine=want --tol bitwise
// expect: ok
// why: times are not negative, so their bits order as integers; the machine's number is in the low word, so that a tie takes the first
// figure: computed machine = 1, right 1 (3.25, the first of two): error 0
typedef unsigned long long u64;
__global__ void earliest(const float *free_at, int *machine, float *time, int n)
{
    __shared__ u64 best;
    int t = threadIdx.x;
    if (t == 0)
        best = ~0ull;
    __syncthreads();
    if (t < n)
        atomicMin(&best, ((u64)__float_as_uint(free_at[t]) << 32) | (unsigned)t);
    __syncthreads();
    if (t == 0) {
        machine[0] = (int)(unsigned)best;
        time[0] = __uint_as_float((unsigned)(best >> 32));
    }
}
