// fpcheck: align_local <<<1, 32>>> query=@a_sw_query.npy target=@a_sw_target.npy score=empty:32:i32 end=empty:32:i32 qlen=24 tlen=40 --ref 'score=@a_sw_score.npy' --ref 'end=@a_sw_end.npy'
// expect: error overflow at line 60
// why: gaps that are not yet open start at INT_MIN, and INT_MIN minus the price of extending wraps to 2147483646, the best score of all (known from aligners with affine gaps; INT_MIN/2 is the usual cure)
// figure: score[0] computed 2147483647, should be 84; 32 of 32 elements differ
//
// Smith and Waterman's local alignment with Gotoh's affine gaps, one pair of sequences a thread.

#define MAX_QUERY 32

struct Scheme {
    int match, mismatch, transition, open, extend;
};

struct Best {
    int score, end;
};

struct Row {
    int h[MAX_QUERY + 1];
    int e[MAX_QUERY + 1];
};

__device__ Scheme standard_scheme()
{
    Scheme s;
    s.match = 5;
    s.mismatch = -4;
    s.transition = -2;
    s.open = 8;
    s.extend = 2;
    return s;
}

__device__ __forceinline__ bool is_transition(int a, int b)
{
    // A and G, or C and T: codes that differ in the second bit only
    return (a ^ b) == 2;
}

__device__ int substitution(const Scheme &s, int a, int b)
{
    if (a == b)
        return s.match;
    if (is_transition(a, b))
        return s.transition;
    return s.mismatch;
}

__device__ void clear_row(Row &r, int qlen)
{
    for (int j = 0; j <= qlen; ++j) {
        r.h[j] = 0;
        r.e[j] = (int)0x80000000; // no gap can end here yet
    }
}

__device__ __forceinline__ int open_or_extend(const Scheme &s, int h, int gap)
{
    int opened = h - s.open;
    int extended = gap - s.extend;
    return opened > extended ? opened : extended;
}

__device__ __forceinline__ int larger(int a, int b)
{
    return a > b ? a : b;
}

__device__ void one_row(const Scheme &s, Row &r, const unsigned char *query, int qlen, int base, int i, Best &best)
{
    int diagonal = r.h[0];
    int f = (int)0x80000000;
    r.h[0] = 0;
    for (int j = 1; j <= qlen; ++j) {
        int up = r.h[j];
        int e = open_or_extend(s, up, r.e[j]);
        f = open_or_extend(s, r.h[j - 1], f);
        int h = diagonal + substitution(s, query[j - 1], base);
        h = larger(h, 0);
        h = larger(h, larger(e, f));
        diagonal = up;
        r.h[j] = h;
        r.e[j] = e;
        if (h > best.score) {
            best.score = h;
            best.end = i;
        }
    }
}

__device__ Best align(const Scheme &s, const unsigned char *query, int qlen, const unsigned char *target, int tlen)
{
    Row r;
    clear_row(r, qlen);
    Best best;
    best.score = 0;
    best.end = -1;
    for (int i = 0; i < tlen; ++i)
        one_row(s, r, query, qlen, target[i], i, best);
    return best;
}

__global__ void align_local(const unsigned char *__restrict__ query, const unsigned char *__restrict__ target,
                            int *__restrict__ score, int *__restrict__ end, int qlen, int tlen)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Scheme s = standard_scheme();
    Best b = align(s, query + t * qlen, qlen, target + t * tlen, tlen);
    score[t] = b.score;
    end[t] = b.end;
}
