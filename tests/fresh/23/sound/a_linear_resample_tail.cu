// fpcheck: linear_resample <<<1, 64>>> x=[0,1,4,9,16,25,36,49] y=empty:15 n=8 m=15
// expect: ok
// why: the right neighbour of the last input does not exist: its index is held at the end
// figure: computed y[14] = 49, MPFR 49; y[13] = 42.5
__global__ void linear_resample(const float *x, float *y, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m)
        return;
    float position = 0.5f * (float)j;
    int i = (int)position;
    float f = position - (float)i;
    float a = x[i];
    float b = x[min(i + 1, n - 1)];
    y[j] = fmaf(f, b - a, a);
}
