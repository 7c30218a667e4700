// fpcheck: ell_product <<<1, 32>>> value=uniform(0.5,1):4096x8:f16 column=randint(0,63):4096x8 x=ones:64:f16 y=empty:8 rows=8 width=4096
// expect: error absorption at line 18
// why: the accumulator is a half: from 1024 on every term is rounded to 1, from 2048 on all of them are lost.
// figure: computed 2048, MPFR about 3077.95 (y[0] of one draw)
#include <cuda_fp16.h>

// Rows with very many entries: ELLPACK, stored column by column, one thread a row.
__global__ void ell_product(const __half *value, const int *column, const __half *x, float *y, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    __half acc = __float2half(0.0f);
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + r];
        if (c < 0)
            break;
        acc = __hfma(value[k * rows + r], x[c], acc);
    }
    y[r] = __half2float(acc);
}
