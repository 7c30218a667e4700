// fpcheck: running <<<1, 64>>> flow=[1.5,1,0.75,1.5,0.5,1.75,1,2,0.75,1,1.75,1.5,0.25,0.75,0.25,1.75,1,0.5,1.5,1.75,0.25,1.25,0.75,1.5,2,1.25,1.5,0.75,1.25,1,1.5,0.25,1.5,1,0.75,1.5,0.5,1.75,1,2,0.75,1,1.75,1.5,0.25,0.75,0.25,1.75,1,0.5,1.5,1.75,0.25,1.25,0.75,1.5,2,1.25,1.5,0.75,1.25,1,1.5,0.25] total=empty:64
// expect: ok
// why: one barrier a step is enough, for a step reads one row and writes the other
// figure: exact: sums of quarters
#define N 64
// Running total of cash flows.
__global__ void running(const float *flow, float *total)
{
    __shared__ float s[2][N];
    int t = threadIdx.x;
    int now = 0;
    s[0][t] = flow[t];
    __syncthreads();
    for (int o = 1; o < N; o *= 2) {
        s[now ^ 1][t] = t >= o ? s[now][t] + s[now][t - o] : s[now][t];
        now ^= 1;
        __syncthreads();
    }
    total[t] = s[now][t];
}
