// fpcheck: conv3 <<<3, 32>>> x=uniform(0,1):70 k=[0.25,0.5,0.25] y=empty:70 n=70
// expect: ok
// why: both halos are filled by threads 0 and 1, the last block has 6 cells and zero padding
// figure: y = convolution with zero padding: three operations, error at most 1.5 ulp of positive terms, 32 half ulps allowed
#define T 32
__global__ void conv3(const float *x, const float *k, float *y, int n)
{
    __shared__ float tile[T + 2];
    int t = threadIdx.x;
    int g = blockIdx.x * T + t;
    tile[t + 1] = g < n ? x[g] : 0.0f;
    if (t < 2) {
        int edge = blockIdx.x * T + (t == 0 ? -1 : T);
        tile[t == 0 ? 0 : T + 1] = edge >= 0 && edge < n ? x[edge] : 0.0f;
    }
    __syncthreads();
    float acc = 0.0f;
    for (int j = 0; j < 3; ++j)
        acc = fmaf(k[j], tile[t + j], acc);
    if (g < n)
        y[g] = acc;
}
