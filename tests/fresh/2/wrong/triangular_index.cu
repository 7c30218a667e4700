// fpcheck: pair_rows <<<1, 32>>> k=[10619135,10623744,11047349,11522399,12502499,15127749,5049,0] row=empty:8 n=8 ref=floor((sqrt(8*k+1)-1)/2)
// expect: error index off at line 10: 8k+1 needs 27 bits and is rounded to 24, so the last pair of a row is given to the next row
// Linear index of the lower triangle -> row, for an all-pairs distance kernel.
#include <cuda_runtime.h>

__global__ void pair_rows(const int* __restrict__ k, int* __restrict__ row, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float f = sqrtf(8.0f * (float)k[i] + 1.0f);
        row[i] = (int)((f - 1.0f) * 0.5f);
    }
}
