// fpcheck: linear_resample <<<1, 64>>> x=[0,1,4,9,16,25,36,49] y=empty:15 n=8 m=15
// expect: error out of bounds at line 19
// why: the last output sits on the last input, whose right neighbour is read (times zero) though it does not exist
// figure: computed y[14] = 49 + 0 * x[8], x[8] is outside x; right: y[14] = 49 without reading it
// Doubles a sampling rate by linear interpolation: m = 2n - 1 outputs.
__device__ float lerp(float a, float b, float f)
{
    return a + f * (b - a);
}

__global__ void linear_resample(const float *x, float *y, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m)
        return;
    float position = 0.5f * (float)j;
    int i = (int)position;
    if (i < n)
        y[j] = lerp(x[i], x[i + 1], position - (float)i);
}
