// fpcheck: draw <<<1, 4>>> bits=[0,2147483648,4294967040,4294967295] weight=[0.25,0.25,0.25,0.25] out=empty:4 n=4
// expect: error bounds at line 15
// why: a uniform made of 32 bits in float rounds up to exactly 1, so the index is n, one beyond the table
// figure: bits 4294967295 give u = 1 exactly and the index 4 of a table of 4: out of bounds
__device__ float uniform01(unsigned u)
{
    return (float)u * 2.3283064365386963e-10f;
}

__global__ void draw(const unsigned *bits, const float *weight, float *out, int n)
{
    int i = threadIdx.x;
    float u = uniform01(bits[i]);
    int k = (int)(u * n);
    out[i] = weight[k];
}
