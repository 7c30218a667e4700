// fpcheck: fake_quant <<<2, 64>>> x=uniform(-4,4):128 y=empty:128 scale=0.03125 n=128
// expect: ok
// why: adding and subtracting 1.5 * 2^23 absorbs the fraction on purpose: it is the nearest integer while |x / scale| < 2^22, and the clamp comes before
// figure: error 0: multiples of 2^-5, rounded to nearest even of an exact quotient
// Fake quantisation to int8, the values stay float.
__device__ float nearest(float x)
{
    const float magic = 12582912.0f;
    return __fsub_rn(__fadd_rn(x, magic), magic);
}

__global__ void fake_quant(const float *x, float *y, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = x[i] / scale;
    z = fminf(fmaxf(z, -127.0f), 127.0f);
    y[i] = nearest(z) * scale;
}
