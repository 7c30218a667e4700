// fpcheck: embed <<<T, 64>>> table=arange:1100x64 ids=[3,1023,1024,1099,0,1050] y=empty:6x64 T=6 ref=y=@b_embed_y.npy --tol bitwise
// expect: error mismatch at line 9
// why: the offset of a row is kept in 16 bits; id 1024 times 64 is 65536 and wraps to row 0
// figure: computed 0, MPFR 65536 (y[2][0])
constexpr int DIM = 64;

__device__ unsigned short row_offset(int id)
{
    return (unsigned short)(id * DIM);
}

__global__ void embed(const float *table, const int *ids, float *y, int T)
{
    __shared__ unsigned short offset;
    int token = blockIdx.x;
    if (threadIdx.x == 0)
        offset = row_offset(ids[token]);
    __syncthreads();
    y[token * DIM + threadIdx.x] = table[offset + threadIdx.x];
}
