// fpcheck: softmax_rows <<<1, 32>>> s=[[0,-1,-2,-3,-0.5,1,-100,-101],[3,2,1,0,-95,2.5,0.5,1.5]] p=empty:2x8 rows=2 width=8
// expect: ok
// why: 2^k from bits, with the argument held above -126: what lies below is under e^-87 of the largest, far below an ulp of the sum, and set to zero
// figure: polynomial off by at most 1.2e-07, sum within 3e-7 relative
__device__ float fast_exp(float x)
{
    if (x < -87.0f)
        return 0.0f;
    float k = rintf(x * 1.44269504f);
    float f = fmaf(k, -0.693145752f, x);
    f = fmaf(k, -1.42860677e-6f, f);
    float poly = 1.0f + f * (1.0f + f * (0.5f + f * (0.166666672f + f * (0.0416666679f + f * (0.00833333377f + f * 0.00138888892f)))));
    return poly * __int_as_float(((int)k + 127) << 23);
}

__global__ void softmax_rows(const float *s, float *p, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *in = s + r * width;
    float top = in[0];
    for (int j = 1; j < width; j++)
        top = fmaxf(top, in[j]);
    float sum = 0.0f;
    for (int j = 0; j < width; j++)
        sum += fast_exp(in[j] - top);
    for (int j = 0; j < width; j++) {
        float e = fast_exp(in[j] - top);
        p[r * width + j] = e / sum;
    }
}
