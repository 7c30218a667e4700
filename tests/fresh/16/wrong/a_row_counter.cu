// fpcheck: count_matches <<<4, 256>>> key=randint(0,7):4096:i32 total=inout:const(16777216):1 n=4096 wanted=7
// expect: error absorbed at line 11
// why: a float counter at 2^24 cannot count by ones any more: 16777217 is a tie that goes to the even 16777216
// figure: computed total = 16777216, MPFR 16781312
// Counts rows whose key is at most `wanted`; the count goes on from one batch to the next.
__global__ void count_matches(const int *key, float *total, int n, int wanted)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (key[i] <= wanted)
            atomicAdd(total, 1.0f);
}
