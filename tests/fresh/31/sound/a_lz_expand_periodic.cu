// fpcheck: lz_expand <<<1, 32>>> literals=[97,98,99,100,101,102,103] lit_len=[3,2,2] distance=[3,40,1] match_len=[60,20,9] out=empty:96:u8 total=empty:1 tokens=3
// expect: ok
// why: an overlapping match is periodic, so each byte is taken from the period before the match, which is complete; nothing reads what this copy writes
// figure: out[8] computed 99, exact 99; all 96 bytes equal to a byte-wise expansion
// One warp expands one LZ77 block: per token some literals, then a match that may overlap its own output.
__device__ __forceinline__ void copy_literals(const unsigned char *from, unsigned char *to, int len, int lane)
{
    for (int k = lane; k < len; k += 32)
        to[k] = from[k];
    __syncwarp();
}

__device__ __forceinline__ void copy_match(unsigned char *to, int distance, int len, int lane)
{
    const unsigned char *period = to - distance;
    for (int k = lane; k < len; k += 32)
        to[k] = period[k % distance];
    __syncwarp();
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
