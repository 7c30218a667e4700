// fpcheck: kth_largest <<<2, 32>>> x=randn:2x32 kth=empty:2 mask=empty:2:u32 k=5
// expect: ok
// why: selects by votes on the bits of floats, most significant first; the keys are order preserving, so no bit is lost
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
__global__ void kth_largest(const float *x, float *kth, unsigned *mask, int k)
{
    int lane = threadIdx.x;
    float v = x[blockIdx.x * 32 + lane];
    unsigned b = __float_as_uint(v);
    unsigned key = (b & 0x80000000u) ? ~b : b ^ 0x80000000u;

    unsigned alive = 0xffffffffu;
    unsigned taken = 0;
    int left = k;
    for (int bit = 31; bit >= 0; bit--) {
        unsigned ones = __ballot_sync(0xffffffffu, (key >> bit) & 1u) & alive;
        int c = __popc(ones);
        if (c >= left)
            alive = ones;
        else {
            left -= c;
            taken |= ones;
            alive &= ~ones;
        }
    }
    // all that are alive are equal: the first `left` of them belong to the k
    while (left > 0) {
        unsigned low = alive & (0u - alive);
        taken |= low;
        alive ^= low;
        left--;
        if (left == 0 && lane == __ffs(low) - 1)
            kth[blockIdx.x] = v;
    }
    if (lane == 0)
        mask[blockIdx.x] = taken;
}
