// fpcheck: median3 <<<1, 32>>> raw=[100,0,140,90,300,120,0,80] flat=[1,0,0.9,1.1,1.05,0.95,0,1] out=empty:8 n=8
// expect: error NaN at line 14
// why: a dead pixel is 0/0, and fminf and fmaxf both give the other operand: the network loses the NaN and counts a neighbour twice
// figure: out[1]: computed 100 (100 counted twice), MPFR NaN, or 155.556 as the upper median of the two live pixels
// Flat-field correction and a median of three; dead pixels have raw = flat = 0.
__device__ float corrected(const float *raw, const float *flat, int i, int n)
{
    i = min(max(i, 0), n - 1);
    return raw[i] / flat[i];
}

__device__ void order(float &a, float &b)
{
    float low = fminf(a, b), high = fmaxf(a, b);
    a = low;
    b = high;
}

__global__ void median3(const float *raw, const float *flat, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = corrected(raw, flat, i - 1, n), b = corrected(raw, flat, i, n), c = corrected(raw, flat, i + 1, n);
    order(a, b);
    order(b, c);
    order(a, b);
    out[i] = b;
}
