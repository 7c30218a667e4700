// fpcheck: max_slack <<<1, 64>>> a=[[-1,-2],[-3,-1],[-2,-2]] x=[1,2] b=[1,1,1] worst=empty:1 rows=3 cols=2 want=[-6] ref=worst=want --tol bitwise
// expect: error identity at line 9
// why: the maximum of constraint violations starts at 0, the wrong identity: a strictly feasible point is reported as lying on a constraint
// figure: computed worst = 0, right -6
__global__ void max_slack(const float *a, const float *x, const float *b, float *worst, int rows, int cols)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float v = 0.0f;
    for (int r = t; r < rows; r += blockDim.x) {
        float lhs = 0.0f;
        for (int c = 0; c < cols; ++c)
            lhs = fmaf(a[r * cols + c], x[c], lhs);
        v = fmaxf(v, lhs - b[r]);
    }
    s[t] = v;
    __syncthreads();
    for (int o = 32; o > 0; o >>= 1) {
        if (t < o)
            s[t] = fmaxf(s[t], s[t + o]);
        __syncthreads();
    }
    if (t == 0)
        worst[0] = s[0];
}
