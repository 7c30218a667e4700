// fpcheck: bce <<<1, 32>>> z=[18,-2,20,3.5,-19,0.25,22,-1] y=[0,0,0,1,1,0,0,1] loss=empty:8 n=8 want=[18.00000001522998,0.1269280110429725,20.000000002061153,0.029750418272620566,19.000000005602796,0.8259394198788436,22.00000000027895,1.3132616875182228] ref=loss=want --tol rtol=1e-4,atol=1e-6
// expect: error cancellation at line 22
// why: 1 - p is zero in binary32 for logits above about 17; the clamp at 1e-7 hides the infinite logarithm and freezes the loss at 16.1
// figure: computed loss[0] = 16.1181, MPFR 18
__device__ float sigmoid(float z)
{
    return 1.0f / (1.0f + expf(-z));
}

__device__ float safe_log(float p)
{
    return logf(fmaxf(p, 1e-7f));
}

// Binary cross entropy of logits against hard labels.
__global__ void bce(const float *z, const float *y, float *loss, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = sigmoid(z[i]);
    float q = 1.0f - p;
    loss[i] = -(y[i] * safe_log(p) + (1.0f - y[i]) * safe_log(q));
}
