// fpcheck: blur_line <<<1, 128>>> x=uniform(0,1):100 y=empty:100 n=100
// expect: error divergence at line 13
// why: the barrier stands in the branch of the threads with a pixel: 28 threads of the last warp never reach it, and go to the next one
// figure: undefined: the 100 threads of the first barrier and the 28 at the second are counted together, right is one barrier for all 128
// A line of video, blurred by 1-2-1, clamped at its ends.
__global__ void blur_line(const float *x, float *y, int n)
{
    __shared__ float line[128];
    int t = threadIdx.x;
    float v = 0.0f;
    if (t < n) {
        line[t] = x[t];
        __syncthreads();
        float left = line[max(t - 1, 0)];
        float right = line[min(t + 1, n - 1)];
        v = 0.25f * left + 0.5f * line[t] + 0.25f * right;
    }
    __syncthreads();
    line[t] = v;
    __syncthreads();
    if (t < n)
        y[t] = line[t];
}
