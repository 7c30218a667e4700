// fpcheck: upsample <<<2, 64>>> x=[0.5,1.5,2.5,3.5,4.5,5.5,6,7,8.5,9.5,10,11.5,12.5,13,14.5,15.5,16.5,17,18.5,19,20.5] y=empty:69 in=21 out=69 want=[0.5,0.5,0.5,0.5,1.5,1.5,1.5,2.5,2.5,2.5,3.5,3.5,3.5,3.5,4.5,4.5,4.5,5.5,5.5,5.5,6,6,6,7,7,7,7,8.5,8.5,8.5,9.5,9.5,9.5,10,10,10,10,11.5,11.5,11.5,12.5,12.5,12.5,13,13,13,14.5,14.5,14.5,14.5,15.5,15.5,15.5,16.5,16.5,16.5,17,17,17,17,18.5,18.5,18.5,19,19,19,20.5,20.5,20.5] ref=y=want --tol 0ulp
// expect: error index in floating point off by one at line 8
// why: the source index is floor(d * (21/69)) with a rounded scale: 23 * 21/69 = 7 comes out as 6.9999995, so a pixel too low is read
// figure: y[23] computed 6.0, MPFR 7.0
// Nearest-neighbour upsampling between two stages of a decoder.
__device__ int source_index(int d, float scale, int in)
{
    int s = (int)floorf((float)d * scale);
    return min(s, in - 1);
}

__global__ void upsample(const float *x, float *y, int in, int out)
{
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    if (d >= out)
        return;
    const float scale = (float)in / (float)out;
    y[d] = x[source_index(d, scale, in)];
}
