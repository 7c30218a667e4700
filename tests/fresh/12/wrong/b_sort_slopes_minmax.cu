// fpcheck: median_slope <<<1, 32>>> dy=[1.0,2.5,0.0,-1.0,4.0,3.5,0.75,2.0,-2.0,1.5,5.0,0.5,3.0,1.25,-0.5,2.25] dx=[2.0,1.0,0.0,3.0,1.5,2.0,0.5,-4.0,1.0,1.25,2.5,0.75,4.0,-1.0,2.0,3.0] sorted=empty:16 median=empty:1
// expect: error nan at line 13
// why: points with the same x and y give 0/0; fminf and fmaxf both return the other operand, so that the network drops the NaN and doubles a neighbour: the median is of another set.
// figure: computed median 0.708333343, without the undefined pair 0.75; NaN otherwise
#define N 16

// Theil-Sen: the slopes of pairs, sorted by a bitonic network; the median is the estimate.
__global__ void median_slope(const float *dy, const float *dx, float *sorted, float *median)
{
    __shared__ float s[N];
    const int t = threadIdx.x;
    if (t < N)
        s[t] = dy[t] / dx[t];
    __syncthreads();
    for (int k = 2; k <= N; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            int other = t ^ j;
            if (t < N && other > t) {
                float a = s[t], b = s[other];
                float low = fminf(a, b), high = fmaxf(a, b);
                bool up = (t & k) == 0;
                s[t] = up ? low : high;
                s[other] = up ? high : low;
            }
            __syncthreads();
        }
    }
    if (t < N)
        sorted[t] = s[t];
    if (t == 0)
        median[0] = 0.5f * (s[N / 2 - 1] + s[N / 2]);
}
