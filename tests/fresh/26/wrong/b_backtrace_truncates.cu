// fpcheck: advect <<<1, 16>>> q=[0,1,4,9,16,25,36,49,64,81,100,121,144,169,196,225] out=empty:16 shift=0.25 n=16 want=[56.25,0.75,3.25,7.75,14.25,22.75,33.25,45.75,60.25,76.75,95.25,115.75,138.25,162.75,189.25,217.75] ref=out=want --tol rtol=1e-5,atol=1e-5
// expect: error conversion at line 17
// why: the departure point's cell is found by a cast, which truncates toward zero: left of the origin it is cell 0 and not -1, with a negative weight
// figure: computed out[0] = -0.25, right 56.25
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
    int cell = (int)from;
    float w = from - (float)cell;
    out[i] = (1.0f - w) * q[wrap(cell, n)] + w * q[wrap(cell + 1, n)];
}
