// fpcheck: token_loss <<<1, 128>>> logits=[60.0,59.5,-40.0,3.0,-90.0,-91.0,-88.0,-90.5,2.0,1.0,0.5,3.0,9.0,11.75,10.0,11.0] target=[1,2,0,1] loss=empty:4 gradient=empty:16 classes=4 want=[0.974076984,0.236815542,1.46077349,0.536533345] ref=loss=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: logits of +-90 in bf16 would overflow exp, and the loss is a difference of large numbers: the maximum and the target are subtracted before
// figure: computed loss[0] 0.9740769863128662, MPFR 0.974076984; error below 1e-7 of 6e-6
#include <cuda_bf16.h>
// Cross entropy and its gradient, a warp a token.
__device__ float warp_max(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void token_loss(const __nv_bfloat16 *logits, const int *target, float *loss, float *gradient, int classes)
{
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    const __nv_bfloat16 *mine = logits + row * classes;
    float top = -3.0e38f;
    for (int c = lane; c < classes; c += 32)
        top = fmaxf(top, __bfloat162float(mine[c]));
    top = warp_max(top);
    float sum = 0.0f;
    for (int c = lane; c < classes; c += 32)
        sum += expf(__bfloat162float(mine[c]) - top);
    sum = warp_sum(sum);
    int want = target[row];
    for (int c = lane; c < classes; c += 32) {
        float p = expf(__bfloat162float(mine[c]) - top) / sum;
        gradient[row * classes + c] = c == want ? p - 1.0f : p;
    }
    if (lane == 0)
        loss[row] = logf(sum) - (__bfloat162float(mine[want]) - top);
}
