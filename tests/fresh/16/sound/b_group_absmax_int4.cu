// fpcheck: quantise_groups <<<2, 64>>> x=randn:5x16 packed=empty:40 scale=empty:5 groups=5
// expect: ok
// why: shuffles of width 16 with the mask of the lanes that are there: whole groups drop out together, and a nibble's sign is masked before packing
// figure: scale exact (a multiplication by 1/8), nibbles round one quotient
// Int4 with one scale for 16 weights; two weights a byte, the even one low.
__device__ float group_max(float v, unsigned int mask)
{
    for (int off = 8; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(mask, v, off, 16));
    return v;
}

__global__ void quantise_groups(const float *x, unsigned char *packed, float *scale, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int group = i >> 4, lane = i & 15;
    unsigned int mask = __ballot_sync(0xffffffffu, group < groups);
    if (group >= groups)
        return;
    float v = x[i];
    float top = group_max(fabsf(v), mask);
    float s = top > 0.0f ? top * 0.125f : 1.0f;
    int q = __float2int_rn(v / s);
    q = max(-8, min(7, q));
    int other = __shfl_down_sync(mask, q, 1, 16);
    if ((lane & 1) == 0)
        packed[i >> 1] = (unsigned char)((q & 15) | (other & 15) << 4);
    if (lane == 0)
        scale[group] = s;
}
