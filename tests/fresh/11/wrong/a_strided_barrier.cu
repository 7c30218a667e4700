// fpcheck: envelope <<<1, 64>>> x=randn:100 top=empty:64 n=100
// expect: error divergence at line 13
// why: 100 samples over 64 threads: 36 threads run the loop twice and 28 once, so the barrier in the loop is met by some threads with the barrier after the loop
// figure: barriers met: threads 0..35 five, threads 36..63 three; top undefined, or the kernel hangs
// Peak level of a signal: each thread with its neighbour at half weight, then with its mirror image.
__global__ void envelope(const float *x, float *top, int n)
{
    __shared__ float stage[64];
    int t = threadIdx.x;
    float run = 0.0f;
    for (int i = t; i < n; i += blockDim.x) {
        stage[t] = x[i];
        __syncthreads();
        run = fmaxf(run, fmaxf(fabsf(stage[t]), 0.5f * fabsf(stage[t ^ 1])));
        __syncthreads();
    }
    stage[t] = run;
    __syncthreads();
    top[t] = fmaxf(run, stage[63 - t]);
}
