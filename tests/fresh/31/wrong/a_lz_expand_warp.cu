// fpcheck: lz_expand <<<1, 32>>> literals=[97,98,99,100,101,102,103] lit_len=[3,2,2] distance=[3,40,1] match_len=[60,20,9] out=empty:96:u8 total=empty:1 tokens=3
// expect: error race, undefined bytes at line 19
// why: a match that overlaps its own output (distance 3, length 60) is copied 32 bytes at once: lanes read bytes that no lane has written yet
// figure: out[8] computed undefined, MPFR 99
// One warp expands one LZ77 block: per token some literals, then a match.
__device__ __forceinline__ void copy_literals(const unsigned char *from, unsigned char *to, int len, int lane)
{
    for (int k = lane; k < len; k += 32)
        to[k] = from[k];
    __syncwarp();
}

__device__ __forceinline__ void copy_match(unsigned char *to, int distance, int len, int lane)
{
    const unsigned char *from = to - distance;
    for (int base = 0; base < len; base += 32) {
        const int k = base + lane;
        if (k < len)
            to[k] = from[k];
        __syncwarp();
    }
}

__global__ void lz_expand(const unsigned char *literals, const int *lit_len, const int *distance,
                          const int *match_len, unsigned char *out, int *total, int tokens)
{
    const int lane = threadIdx.x;
    int pos = 0, lit = 0;
    for (int t = 0; t < tokens; t++) {
        copy_literals(literals + lit, out + pos, lit_len[t], lane);
        lit += lit_len[t];
        pos += lit_len[t];
        copy_match(out + pos, distance[t], match_len[t], lane);
        pos += match_len[t];
    }
    if (lane == 0)
        *total = pos;
}
