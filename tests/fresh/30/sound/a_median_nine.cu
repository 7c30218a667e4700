// fpcheck: median_nine <<<(1, 2), (16, 8)>>> img=@a_median_nine_img.npy out=empty:10x14 w=16 h=12 --ref out=@a_median_nine_want.npy --tol bitwise
// expect: ok
// why: 19 compare-exchanges by minimum and maximum, which sort only as far as the middle: a known network; the pixels are not NaN
// figure: computed out[0][0]=2757, MPFR 2757 (exact)
// Median of 3 x 3 pixels of a CCD frame against cosmic rays; the rim is left out.
__device__ __forceinline__ void order(float &a, float &b)
{
    const float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}

// Smith's network (1996): afterwards p[4] is the median.
__device__ float median(float *p)
{
    order(p[1], p[2]);
    order(p[4], p[5]);
    order(p[7], p[8]);
    order(p[0], p[1]);
    order(p[3], p[4]);
    order(p[6], p[7]);
    order(p[1], p[2]);
    order(p[4], p[5]);
    order(p[7], p[8]);
    order(p[0], p[3]);
    order(p[5], p[8]);
    order(p[4], p[7]);
    order(p[3], p[6]);
    order(p[1], p[4]);
    order(p[2], p[5]);
    order(p[4], p[7]);
    order(p[4], p[2]);
    order(p[6], p[4]);
    order(p[4], p[2]);
    return p[4];
}

__global__ void median_nine(const float *img, float *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 2 || y >= h - 2)
        return;
    float p[9];
    for (int k = 0; k < 9; k++)
        p[k] = img[(y + k / 3) * w + x + k % 3];
    out[y * (w - 2) + x] = median(p);
}
