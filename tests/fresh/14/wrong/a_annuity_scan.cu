// fpcheck: running <<<1, 64>>> flow=[1.5,1,0.75,1.5,0.5,1.75,1,2,0.75,1,1.75,1.5,0.25,0.75,0.25,1.75,1,0.5,1.5,1.75,0.25,1.25,0.75,1.5,2,1.25,1.5,0.75,1.25,1,1.5,0.25,1.5,1,0.75,1.5,0.5,1.75,1,2,0.75,1,1.75,1.5,0.25,0.75,0.25,1.75,1,0.5,1.5,1.75,0.25,1.25,0.75,1.5,2,1.25,1.5,0.75,1.25,1,1.5,0.25] total=empty:64
// expect: error race on shared memory at line 15
// why: s[t - o] is read while its thread adds to it: no barrier stands between the reads and the writes of a step
// figure: total[40] depends on the order of the warps, right 46.75
#define N 64
// Running total of cash flows.
__global__ void running(const float *flow, float *total)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = flow[t];
    __syncthreads();
    for (int o = 1; o < N; o *= 2) {
        if (t >= o)
            s[t] += s[t - o];
        __syncthreads();
    }
    total[t] = s[t];
}
