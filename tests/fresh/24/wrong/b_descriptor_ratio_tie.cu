// fpcheck: match <<<1, 32>>> query=[44282866,931784187,1191081022,1109324576,300980677,917347412,3384659172,3430537272,44278755,931784187,1191081022,3256808225,2999237298,2285110757,2740012229,4065206979] train=[2999237298,2285110554,2740012229,4065206979,44278755,931784187,1191081022,1109324576,300980677,917347412,3384659171,3430537272,870274345,89310841,1412650261,2685012846,44278755,931784187,1191081022,1109324576,1536901867,2937526817,1605326624,1231337403] index=empty:4 nq=4 nt=6 want=[-1,2,-1,0] ref=index=want --tol rtol=0,atol=0.5
// expect: error mismatch at line 28
// why: a second descriptor at the same distance is left out as the second best, so the ratio test accepts an ambiguous match
// figure: computed index[0] = 1, MPFR -1
#define WORDS 4

__device__ int hamming(const unsigned *a, const unsigned *b)
{
    int s = 0;
    for (int k = 0; k < WORDS; k++)
        s += __popc(a[k] ^ b[k]);
    return s;
}

// Brute-force matching of 128-bit binary descriptors; -1 where the best is not clearly better than the second best.
__global__ void match(const unsigned *query, const unsigned *train, int *index, int nq, int nt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq)
        return;
    int best = 999, second = 999, where = -1;
    for (int j = 0; j < nt; j++) {
        int dist = hamming(query + i * WORDS, train + j * WORDS);
        if (dist < best) {
            second = best;
            best = dist;
            where = j;
        } else if (dist < second && dist != best) {
            second = dist;
        }
    }
    index[i] = best < 0.8f * second ? where : -1;
}
