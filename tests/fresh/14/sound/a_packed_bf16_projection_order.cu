// fpcheck: project <<<1, 32>>> w=[49152,3196108608,3214950368,3208642560,1067499328,3208691648,3217080256,1061207936] x=[0.125,-0.125,-0.75,0.625,0.625,-0.5,-0.875,-0.375,-0.75,0.625,0,0,-0.5,0,1,-0.5,0.625,-1,-0.375,0.875,0.75,-0.875,0.75,0.75,-0.125,-0.25,1,1,0.375,-0.25,-0.625,0.875,-0.5,0.125,0.375,-0.5,-0.375,0.5,-0.625,0.375,1,0.375,0.25,-0.125,1,-0.625,-0.25,0.25,0.375,-0.875,-0.75,0.375,0.75,0.25,0.875,-0.25,-0.375,0.625,-1,-0.625,-0.625,-0.25,-0.75,0.625,0.75,-0.25,-1,0.5,-0.875,0.25,-0.75,0.875,0.375,1,0.25,0.5,-0.25,0.625,-0.875,-0.75,-0.25,0.5,0,0.75,1,-0.25,-0.125,0.125,0.25,0,0.25,1,0.5,-0.375,-0.125,-0.25] y=empty:6 rows=6 pairs=8 want=[2.875,-0.71875,-1.40625,6.46875,-3.40625,0.71875] --ref y=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: a bf16 is the upper half of a binary32, so that a shift and a mask widen both exactly
// figure: exact: all products and sums are multiples of 1/32
// Rows of x against a weight vector of bf16 pairs, two in a word, the first in the low half.
__device__ float2 unpack(unsigned word)
{
    return make_float2(__uint_as_float(word << 16), __uint_as_float(word & 0xffff0000u));
}

__global__ void project(const unsigned *w, const float *x, float *y, int rows, int pairs)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float acc = 0.0f;
    for (int p = 0; p < pairs; p++) {
        float2 c = unpack(w[p]);
        acc = fmaf(c.x, x[row * 2 * pairs + 2 * p], acc);
        acc = fmaf(c.y, x[row * 2 * pairs + 2 * p + 1], acc);
    }
    y[row] = acc;
}
