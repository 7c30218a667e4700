// fpcheck: morton_codes<<<1, 32>>> x=[0.0, 1.0, 0.4999, 0.75, 0.3] y=[1.0, 1.0, 0.25, 0.1, 0.9] z=[0.25, 1.0, 0.625, 0.0, 0.7] code=empty:5 cells=inout:zeros:4096:i32 n=5
// expect: ok
// why: a coordinate of exactly 1 would be cell 1024 of 0..1023 and spill into the neighbouring bits, but it is clamped first; the top 12 of 30 bits index 4096 cells
// figure: computed code[1] = 0x3fffffff for (1, 1, 1), exact 0x3fffffff
#include <cuda_runtime.h>

// abcdefghij -> a00b00c00d00e00f00g00h00i00j
__device__ unsigned spread3(unsigned v)
{
    v = (v * 0x00010001u) & 0xff0000ffu;
    v = (v * 0x00000101u) & 0x0f00f00fu;
    v = (v * 0x00000011u) & 0xc30c30c3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__device__ unsigned cell_of(float v)
{
    float scaled = v * 1024.0f; // exact
    return (unsigned)fminf(fmaxf(scaled, 0.0f), 1023.0f);
}

__global__ void morton_codes(const float *x, const float *y, const float *z, unsigned *code, int *cells, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned m = spread3(cell_of(x[i])) << 2 | spread3(cell_of(y[i])) << 1 | spread3(cell_of(z[i]));
    code[i] = m;
    atomicAdd(&cells[m >> 18], 1);
}
