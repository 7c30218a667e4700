// fpcheck: advect <<<1, 16>>> q=[0,1,4,9,16,25,36,49,64,81,100,121,144,169,196,225] out=empty:16 shift=0.25 n=16 want=[56.25,0.75,3.25,7.75,14.25,22.75,33.25,45.75,60.25,76.75,95.25,115.75,138.25,162.75,189.25,217.75] ref=out=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: departure points left of the origin: floor before the conversion, and a remainder mended for negative cells
// figure: computed out[0] = 56.25, right 56.25: all values exact in binary32
__device__ int wrap(int i, int n)
{
    i %= n;
    return i < 0 ? i + n : i;
}

__global__ void advect(const float *q, float *out, float shift, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float from = (float)i - shift;
    float base = floorf(from);
    int cell = (int)base;
    float w = from - base;
    out[i] = (1.0f - w) * q[wrap(cell, n)] + w * q[wrap(cell + 1, n)];
}
