// fpcheck: combine <<<1, 32>>> frame=[10,12,9,0,11,20,21,19,0,22,5,0,6,7,5.5,1,2,3,4,5] flat=[1,1,1,0,1,2,2,2,0,2,1,0,1,1,1,1,1,1,1,1] median=empty:4 n=4 --ref median=@a_flat_median_want.npy --tol rtol=1e-6,atol=0
// expect: error NaN in a sorting network at line 8
// why: a dead pixel is 0/0; fminf and fmaxf both give the other operand, so the network drops it and doubles a neighbour instead of ordering it last
// figure: median computed [11.0, 10.5, 5.5, 3.0], exact [11.0, 10.5, 6.0, 3.0]
// Median of five flat-fielded exposures of a pixel; dead pixels are meant to sort above all others, median = third of five.
__device__ void sort2(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__device__ float third_of_five(float v[5])
{
    sort2(v[0], v[1]);
    sort2(v[3], v[4]);
    sort2(v[2], v[4]);
    sort2(v[2], v[3]);
    sort2(v[0], v[3]);
    sort2(v[0], v[2]);
    sort2(v[1], v[4]);
    sort2(v[1], v[3]);
    sort2(v[1], v[2]);
    return v[2];
}

__global__ void combine(const float *frame, const float *flat, float *median, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    for (int k = 0; k < 5; k++)
        v[k] = frame[5 * i + k] / flat[5 * i + k];
    median[i] = third_of_five(v);
}
