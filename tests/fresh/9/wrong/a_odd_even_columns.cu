// fpcheck: odd_even_sort<<<2, 64>>> x=randn:2x64 y=empty:2x64
// expect: error race on shared memory (missing barrier) at line 24
// why: two warps exchange neighbours across their border without a barrier between the phases
// figure: computed undefined (phase p+1 may read elements 31 and 32 before phase p has swapped them), right: sort(x, 1)
// Odd-even transposition sort, one row a block.
#define N 64

__device__ __forceinline__ void order(float &lo, float &hi)
{
    float a = fminf(lo, hi);
    float b = fmaxf(lo, hi);
    lo = a;
    hi = b;
}

__global__ void odd_even_sort(const float *x, float *y)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (int phase = 0; phase < N; phase++) {
        if ((t & 1) == (phase & 1) && t + 1 < N)
            order(s[t], s[t + 1]);
        __syncwarp();
    }
    __syncthreads();
    y[blockIdx.x * N + t] = s[t];
}
