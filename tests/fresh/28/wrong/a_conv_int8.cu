// fpcheck: conv1x1 <<<2, 32>>> x=@a_conv_int8_x.npy w=@a_conv_int8_w.npy y=empty:2x8 cin=32 cout=8 scale=0.001 --ref y=@a_conv_int8_want.npy --tol rtol=1e-5,atol=1e-6
// expect: error accumulator too narrow at line 21
// why: products of int8 are summed in a short, which wraps after a few large ones
// figure: y[0][0] computed 2.65500021, exact 264.799013
// 1x1 convolution of int8 activations and weights.
#include <cstdint>

__device__ float dequantise(int acc, float scale)
{
    return (float)acc * scale;
}

__global__ void conv1x1(const int8_t *x, const int8_t *w, float *y, int cin, int cout, float scale)
{
    int pixel = blockIdx.x;
    int oc = threadIdx.x;
    if (oc >= cout)
        return;
    short acc = 0;
    for (int c = 0; c < cin; c++)
        acc += (short)(x[pixel * cin + c] * w[oc * cin + c]);
    y[pixel * cout + oc] = dequantise(acc, scale);
}
