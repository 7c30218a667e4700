// fpcheck: row_argmax <<<5, 64>>> x=@a_argmax_pack_x.npy best=empty:5 cols=96 --ref 'best=@a_argmax_pack_best.npy'
// expect: error mismatch at line 14
// why: the packed key holds the raw bits of the float above the index; as an unsigned number every negative float is above every positive one and grows with its magnitude, so the row's most negative element wins
// figure: best[3] computed 28, exact 10 (5 of 5 elements off)
__global__ void row_argmax(const float* x, int* best, int cols)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    const float* row = x + blockIdx.x * cols;
    unsigned long long mine = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        unsigned bits = __float_as_uint(row[c]);
        unsigned long long key = ((unsigned long long)bits << 32) | (unsigned)(0x7fffffff - c);
        mine = key > mine ? key : mine;
    }
    atomicMax(&top, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        best[blockIdx.x] = 0x7fffffff - (int)(top & 0xffffffffu);
}
