// fpcheck: match <<<1, 32>>> cur=@a_block_match_cur.npy ref_frame=@a_block_match_ref.npy sad=empty:9 width=18 --ref sad=@a_block_match_want.npy --tol bitwise
// expect: ok
// why: sums of absolute differences in 16 bits look too narrow, but 256 differences of at most 255 are 65280, below 65536
// figure: sad[0] computed 65280, exact 65280
// Motion search: sums of absolute differences of a 16x16 block at the nine displacements around it.
#include <cstdint>

__device__ unsigned absolute_difference(uint8_t a, uint8_t b)
{
    return a > b ? a - b : b - a;
}

__device__ uint16_t sad16(const uint8_t *a, const uint8_t *b, int stride)
{
    uint16_t sum = 0;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++)
            sum = (uint16_t)(sum + absolute_difference(a[y * 16 + x], b[y * stride + x]));
    return sum;
}

__global__ void match(const uint8_t *cur, const uint8_t *ref_frame, int *sad, int width)
{
    int k = threadIdx.x;
    if (k >= 9)
        return;
    int dx = k % 3;
    int dy = k / 3;
    sad[k] = sad16(cur, ref_frame + dy * width + dx, width);
}
