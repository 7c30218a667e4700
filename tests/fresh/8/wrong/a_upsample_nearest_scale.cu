// fpcheck: upsample_nearest<<<(1, 1), (44, 1)>>> src=arange:26 dst=empty:44 in_w=26 out_w=44 h=1 want=[0.0,0.0,1.0,1.0,2.0,2.0,3.0,4.0,4.0,5.0,5.0,6.0,7.0,7.0,8.0,8.0,9.0,10.0,10.0,11.0,11.0,12.0,13.0,13.0,14.0,14.0,15.0,15.0,16.0,17.0,17.0,18.0,18.0,19.0,20.0,20.0,21.0,21.0,22.0,23.0,23.0,24.0,24.0,25.0] --ref 'dst=want' --tol rtol=1e-6,atol=1e-6
// expect: error flip at line 14
// why: the source column is floor(x * (in / out)) with the quotient rounded to binary32: where x * in / out is a whole number, the product falls just below it and the pixel before is taken
// figure: dst[22] computed 12, exact 13; 1 of 44 wrong: [22]
#include <cuda_runtime.h>

__global__ void upsample_nearest(const float *src, float *dst, int in_w, int out_w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_w || y >= h)
        return;
    float scale = (float)in_w / (float)out_w;
    int sx = min((int)floorf((float)x * scale), in_w - 1);
    dst[y * out_w + x] = src[y * in_w + sx];
}
