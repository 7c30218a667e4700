// fpcheck: edit_distance<<<1, 32>>> word=[[99,97,99,98,100,99,98,98,97,99,99,100,99,98,100,98,99,99,97,98,99,97,100,98],[98,98,98,99,97,99,97,98,99,99,97,100,97,99,100,98,100,100,100,97,97,97,100,99],[98,99,97,99,100,98,97,97,98,98,97,98,97,99,99,100,98,100,100,99,97,97,98,97],[122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122,122]] pattern=[99,97,99,98,100,99,98,98,99,100,99,98,100,98,99,99,97,98,99,97] distance=empty:4 m=20 n=24 words=4 want=[4,15,12,24] --ref 'distance=want' --tol bitwise
// expect: ok
// why: Myers' bit vectors: the carry of the addition runs through the word on purpose and the top bits beyond the pattern are rubbish that nothing reads
// figure: computed distance = [4, 15, 12, 24], MPFR (dynamic programming) the same; integers
// Levenshtein distance of one pattern (m <= 32 letters) to several words, one thread each.
__global__ void edit_distance(const unsigned char *word, const unsigned char *pattern, int *distance, int m, int n, int words)
{
    __shared__ unsigned where[256];
    int t = threadIdx.x;
    for (int c = t; c < 256; c += 32)
        where[c] = 0;
    __syncwarp();
    if (t < m)
        atomicOr(&where[pattern[t]], 1u << t);
    __syncwarp();
    if (t >= words)
        return;
    unsigned plus = 0xffffffffu, minus = 0;
    int score = m;
    unsigned last = 1u << (m - 1);
    for (int j = 0; j < n; j++) {
        unsigned eq = where[word[t * n + j]];
        unsigned xv = eq | minus;
        unsigned xh = (((eq & plus) + plus) ^ plus) | eq;
        unsigned ph = minus | ~(xh | plus);
        unsigned mh = plus & xh;
        if (ph & last)
            score++;
        if (mh & last)
            score--;
        ph = (ph << 1) | 1u;
        mh <<= 1;
        plus = mh | ~(xv | ph);
        minus = ph & xv;
    }
    distance[t] = score;
}
