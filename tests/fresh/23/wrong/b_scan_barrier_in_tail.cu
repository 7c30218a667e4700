// fpcheck: scan<<<1, 128>>> x=arange:100 y=empty:100 n=100
// expect: error divergent barrier at line 16
// why: the barriers of the sweep stand inside `if (t < n)`: the fourth warp reaches them with 4 of its lanes only
// figure: computed y[99] undefined (the barriers of warp 3 do not pair), MPFR 4950
__global__ void scan(const float *x, float *y, int n)
{
    __shared__ float buffer[2][128];
    int t = threadIdx.x;
    int now = 0;
    buffer[0][t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    if (t < n) {
        for (int o = 1; o < 128; o <<= 1) {
            buffer[now ^ 1][t] = t >= o ? buffer[now][t] + buffer[now][t - o] : buffer[now][t];
            now ^= 1;
            __syncthreads();
        }
        y[t] = buffer[now][t];
    }
    __syncthreads();
}
