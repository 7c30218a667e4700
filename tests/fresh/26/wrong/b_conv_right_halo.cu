// fpcheck: conv3 <<<2, 32>>> x=const(1):64 k=[0.25,0.5,0.25] y=empty:64 n=64
// expect: error uninitialised at line 19
// why: the tile's right halo is filled by the thread 32, which does not exist: the last output of a block reads shared memory that nothing wrote
// figure: computed y[31] = 0.75 + 0.25 times whatever the shared memory holds: undefined, right 1
#define T 32
__global__ void conv3(const float *x, const float *k, float *y, int n)
{
    __shared__ float tile[T + 2];
    int t = threadIdx.x;
    int g = blockIdx.x * T + t;
    tile[t + 1] = g < n ? x[g] : 0.0f;
    if (t == 0)
        tile[0] = g > 0 ? x[g - 1] : 0.0f;
    if (t == T)
        tile[T + 1] = g + 1 < n ? x[g + 1] : 0.0f;
    __syncthreads();
    float acc = 0.0f;
    for (int j = 0; j < 3; ++j)
        acc += k[j] * tile[t + j];
    if (g < n)
        y[g] = acc;
}
