// fpcheck: token_loss <<<1, 32>>> logits=[12.0,9.5,11.25,3.0,10.5,11.0,8.0,11.5,2.0,1.0,0.5,3.0,9.0,11.75,10.0,11.0] target=[3,2,0,1] loss=empty:4 rows=4 classes=4 want=[9.44120217,4.19544827,1.46077349,0.536533345] ref=loss=want --tol rtol=2e-2,atol=2e-2
// expect: error overflow hidden at line 15
// why: the sum of exponentials is kept in half and overflows to infinity above 65504; the cap of the loss at 20 hides it
// figure: computed loss[0] 20, MPFR 9.441202
#include <cuda_fp16.h>
// Cross entropy of half logits, one thread a token; losses are capped so that a bad token does not blow up the batch.
__global__ void token_loss(const __half *logits, const int *target, float *loss, int rows, int classes)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __half *mine = logits + row * classes;
    __half sum = __float2half(0.0f);
    for (int c = 0; c < classes; c++)
        sum = __hadd(sum, hexp(mine[c]));
    float log_sum = logf(__half2float(sum));
    loss[row] = fminf(log_sum - __half2float(mine[target[row]]), 20.0f);
}
