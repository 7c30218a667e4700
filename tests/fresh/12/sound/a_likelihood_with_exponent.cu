// fpcheck: likelihood <<<1, 32>>> p=uniform(0.01,0.3):8x200 log2l=empty:8 exponent=empty:8 models=8 n=200
// expect: ok
// why: the product of 200 probabilities underflows in any format and exponent bits are moved by hand; but the mantissa stays between 1 and 2 and the exponents are summed as an integer
// figure: log2l: relative error 3.6e-08 for numbers of this kind
struct Scaled {
    float m;
    int e;
};

// m in [1, 2), for normal numbers.
__device__ inline Scaled split(float v)
{
    unsigned u = __float_as_uint(v);
    Scaled s;
    s.e = (int)(u >> 23) - 127;
    s.m = __uint_as_float((u & 0x007fffffu) | 0x3f800000u);
    return s;
}

__device__ inline void multiply(Scaled &a, float v)
{
    Scaled b = split(v);
    a.m *= b.m;
    a.e += b.e;
    if (a.m >= 2.0f) {
        a.m *= 0.5f;
        a.e += 1;
    }
}

__global__ void likelihood(const float *p, float *log2l, int *exponent, int models, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= models)
        return;
    Scaled product = {1.0f, 0};
    for (int i = 0; i < n; i++)
        multiply(product, p[k * n + i]);
    log2l[k] = (float)product.e + log2f(product.m);
    exponent[k] = product.e;
}
