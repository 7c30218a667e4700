// fpcheck: embedding_backward <<<16, 32>>> tok=[3,1,3,0,7,3,1,1,5,6,2,2,4,0,3,7] dy=randn:16x32 grad=inout:zeros:8x32 D=32 scale=0.125
// expect: error race at line 13
// why: tokens repeat in the batch, so several blocks read, add and write the same row of the table without an atomic
// figure: race: rows 0 to 3 and 7 hold any subset of their 2 to 3 terms, right is the sum
// gradient of a lookup table: a block a token, a thread a column
__global__ void embedding_backward(const int *tok, const float *dy, float *grad, int D, float scale)
{
    int row = tok[blockIdx.x];
    int d = threadIdx.x;
    if (row < 0 || d >= D)
        return; // padding token
    float g = dy[blockIdx.x * D + d] * scale;
    grad[row * D + d] += g;
}
