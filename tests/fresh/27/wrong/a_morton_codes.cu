// fpcheck: morton_codes <<<1, 32>>> x=[0.0,1.0,0.5,1.0] y=[0.0,1.0,0.25,0.0] z=[0.0,1.0,0.75,0.5] code=empty:4 n=4 want=[0,1073741823,721420288,747784484] ref=code=want
// expect: error coordinate reaches 1024, eleven bits at line 17
// why: a centroid on the far face of the box has coordinate 1, which is cell 1024 of 1024: its only bit falls out of the ten that are spread
// figure: computed 3221225472, MPFR 1073741823
// Morton codes of centroids in the unit cube, for a linear bounding volume hierarchy.
__device__ unsigned spread(unsigned v)
{
    v = (v * 0x00010001u) & 0xFF0000FFu;
    v = (v * 0x00000101u) & 0x0F00F00Fu;
    v = (v * 0x00000011u) & 0xC30C30C3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__device__ unsigned cell(float x)
{
    return (unsigned)(x * 1024.0f);
}

__global__ void morton_codes(const float *x, const float *y, const float *z, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    code[i] = spread(cell(x[i])) * 4u + spread(cell(y[i])) * 2u + spread(cell(z[i]));
}
