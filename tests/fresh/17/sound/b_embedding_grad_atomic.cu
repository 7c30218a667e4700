// fpcheck: embedding_backward <<<16, 32>>> tok=[3,1,3,0,7,3,1,1,5,6,2,2,4,0,3,7] dy=randn:16x32 grad=inout:zeros:8x32 D=32 scale=0.125
// expect: ok
// why: rows repeat in the batch, but each addition is atomic; the order is free and the sum of up to three terms moves by an ulp at most
// figure: at most three terms a row: error below 2 ulps
// gradient of a lookup table: a block a token, a thread a column
__global__ void embedding_backward(const int *tok, const float *dy, float *grad, int D, float scale)
{
    int row = tok[blockIdx.x];
    int d = threadIdx.x;
    if (row < 0 || d >= D)
        return; // padding token
    float g = dy[blockIdx.x * D + d] * scale;
    atomicAdd(&grad[row * D + d], g);
}
