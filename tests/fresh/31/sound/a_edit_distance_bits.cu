// fpcheck: fuzzy_match <<<1, 32>>> pattern=@a_edit_distance_bits_p.npy text=@a_edit_distance_bits_t.npy length=[20,31,40,12,33,26] dist=empty:6:i32 m=32 texts=6 stride=40 --ref dist=@a_edit_distance_bits_d.npy --tol bitwise
// expect: ok
// why: the addition overflows 32 bits and vertical differences are shifted out at the top: both are meant, a column of the table is two bit vectors (Myers)
// figure: dist = [16, 8, 15, 23, 8, 10] computed, the same by the full table
// Levenshtein distances of one pattern of up to 32 letters to many texts, a text a thread, a column of the table in a step.
__device__ __forceinline__ unsigned positions(const unsigned char *pattern, int m, unsigned char letter)
{
    unsigned eq = 0u;
    for (int k = 0; k < m; k++)
        eq |= (pattern[k] == letter ? 1u : 0u) << k;
    return eq;
}

__global__ void fuzzy_match(const unsigned char *pattern, const unsigned char *text, const int *length, int *dist, int m,
                            int texts, int stride)
{
    __shared__ unsigned table[26];
    if (threadIdx.x < 26)
        table[threadIdx.x] = positions(pattern, m, (unsigned char)('a' + threadIdx.x));
    __syncthreads();
    int t = threadIdx.x;
    if (t >= texts)
        return;
    unsigned plus = 0xffffffffu, minus = 0u;
    const unsigned last = 1u << (m - 1);
    int score = m;
    for (int j = 0; j < length[t]; j++) {
        unsigned eq = table[text[t * stride + j] - 'a'];
        unsigned xv = eq | minus;
        unsigned xh = (((eq & plus) + plus) ^ plus) | eq;
        unsigned ph = minus | ~(xh | plus);
        unsigned mh = plus & xh;
        score += (ph & last) ? 1 : 0;
        score -= (mh & last) ? 1 : 0;
        ph = ph << 1 | 1u;                  // the first row counts the letters of the text
        mh <<= 1;
        plus = mh | ~(xv | ph);
        minus = ph & xv;
    }
    dist[t] = score;
}
