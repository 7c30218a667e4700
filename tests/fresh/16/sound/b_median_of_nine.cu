// fpcheck: median3x3 <<<1, (16, 4)>>> image=randn:6x18 out=empty:4x16 width=16 height=4
// expect: ok
// why: the 19 exchanges of Paeth's network, on halo-padded input: minima and maxima move bits and round nothing
// figure: error 0: bits are moved only
__device__ __forceinline__ void exchange(float &a, float &b)
{
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

__device__ float median9(float *p)
{
    exchange(p[1], p[2]);
    exchange(p[4], p[5]);
    exchange(p[7], p[8]);
    exchange(p[0], p[1]);
    exchange(p[3], p[4]);
    exchange(p[6], p[7]);
    exchange(p[1], p[2]);
    exchange(p[4], p[5]);
    exchange(p[7], p[8]);
    exchange(p[0], p[3]);
    exchange(p[5], p[8]);
    exchange(p[4], p[7]);
    exchange(p[3], p[6]);
    exchange(p[1], p[4]);
    exchange(p[2], p[5]);
    exchange(p[4], p[7]);
    exchange(p[4], p[2]);
    exchange(p[6], p[4]);
    exchange(p[4], p[2]);
    return p[4];
}

__global__ void median3x3(const float *image, float *out, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x >= width || y >= height)
        return;
    int pitch = width + 2;
    float p[9];
    #pragma unroll
    for (int dy = 0; dy < 3; dy++)
        #pragma unroll
        for (int dx = 0; dx < 3; dx++)
            p[dy * 3 + dx] = image[(y + dy) * pitch + x + dx];
    out[y * width + x] = median9(p);
}
