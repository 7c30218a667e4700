// fpcheck: shifted_variance <<<8, 64>>> ticks=@a_ticks.npy variance=empty:8 n=512
// expect: ok
// why: the shape of E[x^2] - E[x]^2 and a clamp at 0, but the row's first value is subtracted before, so what is squared is as small as the spread
// figure: largest relative error 3.49e-07 at variance[3] (0.0426520109, exact 0.042651996), largest absolute error 1.49e-08
__global__ void shifted_variance(const float *__restrict__ ticks, float *__restrict__ variance, int n)
{
    __shared__ float s1[64], s2[64];
    const float *row = ticks + blockIdx.x * n;
    const float pivot = row[0];
    float a = 0.0f, b = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float d = row[i] - pivot; // exact: neighbours of one binade
        a += d;
        b = fmaf(d, d, b);
    }
    s1[threadIdx.x] = a;
    s2[threadIdx.x] = b;
    __syncthreads();
    for (int h = 32; h > 0; h >>= 1) {
        if (threadIdx.x < h) {
            s1[threadIdx.x] += s1[threadIdx.x + h];
            s2[threadIdx.x] += s2[threadIdx.x + h];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        float m = s1[0] / n;
        variance[blockIdx.x] = fmaxf(s2[0] / n - m * m, 0.0f);
    }
}
