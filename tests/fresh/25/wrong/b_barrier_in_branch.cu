// fpcheck: deviation <<<1, 128>>> x=randn:100 out=empty:1 n=100
// expect: error divergent barrier at line 15
// why: the barrier of the reduction stands inside the branch that only half of the threads take, within a warp even only some lanes: what it waits for is undefined
// figure: computed out[0] undefined (barrier not reached by all threads), MPFR about 0.8
// Mean absolute deviation from zero in one block.
__global__ void deviation(const float *x, float *out, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = t < n ? fabsf(x[t]) : 0.0f;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (t < half) {
            part[t] += part[t + half];
            __syncthreads();
        }
    }
    if (t == 0)
        *out = part[0] / (float)n;
}
