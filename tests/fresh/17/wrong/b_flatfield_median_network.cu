// fpcheck: despeckle <<<1, 32>>> raw=[110,130,100,100,190,220,195,140,300,120,105,100,100,150,170,260] flat=[200,200,100,100,200,200,200,200,200,200,200,100,100,200,200,200] dark=const(100):16 out=empty:16 n=16
// expect: error NaN lost in a sorting network at line 8
// why: a dead pixel is 0/0; fminf and fmaxf both answer the other operand, so the exchange doubles a neighbour and the median is of a set that never was
// figure: computed 0.1 0.3 0.9 0.9 0.95 0.9 0.95 0.95 0.4 0.2 0.05 0.5 0.5 0.7 0.7 1.6; lower median of the valid ones 0.1 0.1 0.3 0.9 0.95 0.9 0.95 0.95 0.4 0.2 0.2 0.2 0.5 0.7 0.7 1.6
// flat-field correction, then a median of five along the row
__device__ void exchange(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__device__ float corrected(const float *raw, const float *flat, const float *dark, int i)
{
    return (raw[i] - dark[i]) / (flat[i] - dark[i]);
}

__global__ void despeckle(const float *raw, const float *flat, const float *dark, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    for (int k = 0; k < 5; k++) {
        int j = i + k - 2;
        j = j < 0 ? 0 : (j >= n ? n - 1 : j);
        v[k] = corrected(raw, flat, dark, j);
    }
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[1], v[4]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
    out[i] = v[2];
}
