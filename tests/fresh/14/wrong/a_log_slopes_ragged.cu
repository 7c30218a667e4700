// fpcheck: slopes <<<1, 64>>> x=[22.5,10.5,16,9,19.5,14,4,3,18.5,10.5,6,16,15,10,5,23.5,19,9,11.5,21.5,15.5,8,5.5,9.5,6,17.5,4.5,13,4.5,23,9.5,22,3,7,18,8,8.5,16,24.5,19.5,22.5,2.5,19,22.5,22,8.5,18.5,3.5,19.5,6.5,8.5,19.5,17.5,6,5.5,2.5,16,14.5,5,22.5,14,7.5,20,12.5,15.5,9.5,22,23.5,14.5,21.5,21,12,5,24,10.5,5.5,8.5,10,17,14,21,19,15,17.5,9.5,10,3,23,1,24.5,3.5,21,13.5,11,0,20,20.5,6.5,24,4] y=empty:100 steepest=empty:64 n=100
// expect: error divergent barrier at line 14
// why: 36 threads run the loop twice and 28 once: these pass the barrier after the loop with the barrier inside it, and read best[] while it changes
// figure: steepest[40] undefined (race with thread 23), right 20.0
// Differences along a well log, in chunks of a block, and the steepest of two mirrored threads.
__global__ void slopes(const float *x, float *y, float *steepest, int n)
{
    __shared__ float chunk[64], best[64];
    int t = threadIdx.x;
    float carry = x[0];
    best[t] = 0.0f;
    for (int k = t; k < n; k += 64) {
        chunk[t] = x[k];
        __syncthreads();
        float d = chunk[t] - (t > 0 ? chunk[t - 1] : carry);
        y[k] = d;
        best[t] = fmaxf(best[t], fabsf(d));
        if (k - t + 63 < n)
            carry = chunk[63];
        __syncthreads();
    }
    __syncthreads();
    steepest[t] = fmaxf(best[t], best[63 - t]);
}
