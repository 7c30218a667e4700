// fpcheck: draw <<<1, 5>>> bits=[0,2147483648,4294967040,4294967295,1073741824] weight=[0.25,0.5,0.75,1.0] out=empty:5 n=4 want=[0.25,0.75,1.0,1.0,0.5] ref=out=want --tol bitwise
// expect: ok
// why: the uniform is made of the top 24 bits, which a float holds exactly, so it stays below 1 and so does the index below n for a power of two
// figure: bits 4294967295 give u = 1 - 2^-24, index 3, out[3] = 1, right 1: error 0
__device__ float uniform01(unsigned u)
{
    return (float)(u >> 8) * 5.9604644775390625e-8f;
}

__global__ void draw(const unsigned *bits, const float *weight, float *out, int n)
{
    int i = threadIdx.x;
    int k = (int)(uniform01(bits[i]) * n);
    out[i] = weight[k];
}
