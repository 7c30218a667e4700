// fpcheck: peak_gust <<<2, 128>>> wind=uniform(0,30):256 gust=empty:2
// expect: error divergent barrier at line 17
// why: the barrier of the tree is inside `if (t < s)`: the other threads go on to later barriers, and the threads of the warps meet at different ones
// figure: computed gust[0] undefined (a hang, or a maximum over part of the block), right: the largest of 128 values

// Strongest gust of each block of readings.
__global__ void peak_gust(const float *wind, float *gust)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = wind[blockIdx.x * 128 + t];
    __syncthreads();

    for (int half = 64; half > 0; half >>= 1) {
        if (t < half) {
            s[t] = fmaxf(s[t], s[t + half]);
            __syncthreads();
        }
    }
    if (t == 0)
        gust[blockIdx.x] = s[0];
}
