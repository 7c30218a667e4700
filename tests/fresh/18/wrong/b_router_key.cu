// fpcheck: router_top1 <<<1, 64>>> logits=@b_router_key_x.npy expert=empty:2 --ref expert=@b_router_key_ref.npy
// expect: error argmax key loses bits at line 15: the expert's number takes the low byte of the logit's bits, so experts within 256 ulps of each other tie and the smaller number wins
// why: the expert's number takes the low byte of the logit's bits, so experts within 256 ulps of each other tie and the smaller number wins
// figure: expert[0] computed 3, MPFR 20 (logits 2 and 2.0000477)
#define EXPERTS 32

__device__ unsigned ordered(float f)
{
    unsigned b = __float_as_uint(f);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

__device__ unsigned make_key(float logit, int expert)
{
    return (ordered(logit) & 0xffffff00u) | (unsigned)(255 - expert);
}

__device__ unsigned warp_max(unsigned k)
{
    for (int d = 16; d > 0; d >>= 1) {
        unsigned o = __shfl_xor_sync(0xffffffffu, k, d);
        k = o > k ? o : k;
    }
    return k;
}

// One warp a token.
__global__ void router_top1(const float *logits, int *expert)
{
    int token = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    unsigned key = warp_max(make_key(logits[token * EXPERTS + lane], lane));
    if (lane == 0)
        expert[token] = 255 - (int)(key & 0xffu);
}
