// fpcheck: column_major <<<8, 128>>> table=@a_column_major_reciprocal_table.npy out=empty:41x24 width=41 height=24 --ref 'out=@a_column_major_reciprocal_out_ref.npy'
// expect: error out-of-bounds at line 14
// why: the row by multiplication with 1.0f/41: 41 * (1/41) rounds to less than 1, so the first elements of some rows become column 41 of the row before, which lies beyond the buffer, and their places stay unwritten
// figure: element 41 goes to out[984] of 984 elements; out[1] never written, exact 0.51993471
#include <cuda_runtime.h>


// a table that is stored row by row, one thread an element
__global__ void column_major(const float* table, float* out, int width, int height)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= width * height) return;
    float inv = 1.0f / width;
    int row = (int)(k * inv);
    int column = k - row * width;
    out[column * height + row] = table[k];
}
