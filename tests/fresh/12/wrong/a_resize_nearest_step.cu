// fpcheck: resize_row <<<1, 128>>> src=arange:42:i32 dst=empty:48 sn=42 dn=48 want=[0,0,1,2,3,4,5,6,7,7,8,9,10,11,12,13,14,14,15,16,17,18,19,20,21,21,22,23,24,25,26,27,28,28,29,30,31,32,33,34,35,35,36,37,38,39,40,41] ref=dst=want --tol bitwise
// expect: error index in floating point at line 13
// why: the source column is floor(x * step) with a step that is already rounded (up or down): where x * sn / dn is an integer it may fall one short; integer division is exact
// figure: computed dst[8] = 6, MPFR 7 (5 columns differ)
// Nearest neighbour resampling of one row.
__global__ void resize_row(const int *src, int *dst, int sn, int dn)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= dn)
        return;
    float inverse = (float)dn / (float)sn;
    float step = 1.0f / inverse;
    int sx = (int)floorf((float)x * step);
    if (sx > sn - 1)
        sx = sn - 1;
    dst[x] = src[sx];
}
