// fpcheck: route_tokens<<<4, 32>>> logits=[[0.378,-1.045,-0.826,-4.883,3.599,2.288,-0.651,1.548],[0.562,-1.108,1.955,91.5,-0.658,90.25,0.91,-0.198],[20.0,-1.214,0.254,-1.785,1.683,0.376,0.661,0.821],[-2.022,1.566,4.113,-3.277,-3.459,-3.01,1.683,0.257]] gate=empty:4x8 experts=8
// expect: error overflow at line 19
// why: exp of a logit above 88.7 is infinite; inf/inf is NaN for the winner and x/inf is 0 for the rest, and the clamp turns the NaN into 0, so the best expert gets weight 0
// figure: computed gate[1][3] = 0, MPFR 0.777299861
__device__ float warp_total(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffff, x, d);
    return x;
}

// Mixture of experts: one warp a token, weights of the experts in [0, 1].
__global__ void route_tokens(const float *logits, float *gate, int experts)
{
    int token = blockIdx.x;
    int lane = threadIdx.x;
    float e = 0.0f;
    if (lane < experts)
        e = expf(logits[token * experts + lane]);
    float total = warp_total(e);
    float p = e / total;
    p = fminf(fmaxf(p, 0.0f), 1.0f);
    if (lane < experts)
        gate[token * experts + lane] = p;
}
