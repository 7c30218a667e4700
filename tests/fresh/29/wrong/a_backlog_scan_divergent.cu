// fpcheck: backlog <<<1, 64>>> work=[2.73,2.47,0.95,1.5,2.67,2.56,0.73,1.55,2.84,2.5,1.35,1.85,2.06,1.97,2.37,1.21,2.58,2.76,0.53,0.29,2.38,2.17,1.5,1.44,1.38,2.08,0.17,0.67,1.45,0.88,0.93,1.6,0.47,0.97,0.16,0.76,0.05,1.82,1.58,0.74,1.2,0.72,1.91,0.06,0.4,1.71,2.35,0.72,1.97,1.89,2.74,0.25,2.1,2.06,2.51,2.23,2.42,0.36,2.26,1.05,0.51,2.39,0.72,1.14] level=empty:64 n=64 rate=1.5
// expect: error barrier at line 15
// why: the barrier of the scan stands inside a branch that only threads with t >= d take
// figure: computed undefined (threads wait at different barriers), right level[63] = 0.34
// Unreflected backlog of a fluid queue: prefix sums of work minus service.
__global__ void backlog(const float *work, float *level, int n, float rate)
{
    __shared__ float sums[64];
    int t = threadIdx.x;
    sums[t] = t < n ? work[t] - rate : 0.0f;
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        if (t >= d) {
            float left = sums[t - d];
            __syncthreads();
            sums[t] += left;
        }
        __syncthreads();
    }
    if (t < n)
        level[t] = sums[t];
}
