// fpcheck: blur_line <<<1, 128>>> x=uniform(0,1):100 y=empty:100 n=100 passes=3
// expect: ok
// why: every thread runs every barrier: the loop is of uniform length, only the work between the barriers is masked, and values wait in a register between them
// figure: convex sums of 3 terms, 3 times: below 1e-6 relative
// A line of video, blurred several times by 1-2-1 in place.
__global__ void blur_line(const float *x, float *y, int n, int passes)
{
    __shared__ float line[128];
    int t = threadIdx.x;
    bool mine = t < n;
    if (mine)
        line[t] = x[t];
    for (int p = 0; p < passes; p++) {
        __syncthreads();
        float v = 0.0f;
        if (mine) {
            float left = line[max(t - 1, 0)];
            float right = line[min(t + 1, n - 1)];
            v = 0.25f * left + 0.5f * line[t] + 0.25f * right;
        }
        __syncthreads();
        if (mine)
            line[t] = v;
    }
    if (mine)
        y[t] = line[t];
}
