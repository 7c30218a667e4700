// fpcheck: median3 <<<1, 32>>> raw=[100,0,140,90,300,120,0,80] flat=[1,0,0.9,1.1,1.05,0.95,0,1] out=empty:8 n=8
// expect: ok
// why: dead pixels have a flat of 0, but they are never divided: they become +inf, which the network sorts to the end
// figure: out[1]: computed 155.555557, MPFR 155.55556: relative error 1.6e-08, tolerance about 1e-6
// Flat-field correction and a median of three; dead pixels have raw = flat = 0.
__device__ float corrected(const float *raw, const float *flat, int i, int n)
{
    i = min(max(i, 0), n - 1);
    return flat[i] > 0.0f ? raw[i] / flat[i] : __int_as_float(0x7f800000);
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
