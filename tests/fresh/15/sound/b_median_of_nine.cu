// fpcheck: median3x3<<<1, 64>>> in=uniform(0,1):10x10 out=empty:8x8 width=10
// expect: ok
// why: an incomplete sorting network: only the middle element has to be right, and the 19 exchanges are those known to do for nine inputs; minima and maxima of finite numbers, halo of one pixel given
// figure: computed: exactly one of the inputs, the median; error 0
// 3 by 3 median filter of the inner pixels.
__device__ void order(float &a, float &b)
{
    float lo = fminf(a, b);
    b = fmaxf(a, b);
    a = lo;
}

__global__ void median3x3(const float *in, float *out, int width)
{
    int x = threadIdx.x & 7, y = threadIdx.x >> 3;
    float p[9];
    for (int k = 0; k < 9; k++)
        p[k] = in[(y + k / 3) * width + x + k % 3];
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[1]); order(p[3], p[4]); order(p[6], p[7]);
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]);
    order(p[0], p[3]); order(p[5], p[8]); order(p[4], p[7]);
    order(p[3], p[6]); order(p[1], p[4]); order(p[2], p[5]);
    order(p[4], p[7]); order(p[4], p[2]); order(p[6], p[4]);
    order(p[4], p[2]);
    out[threadIdx.x] = p[4];
}
