// fpcheck: wavefront <<<32, 32>>> query=@a_sw_query.npy target=@a_sw_target.npy score=empty:32:i32 end=empty:32:i32 qlen=24 tlen=40 --ref 'score=@a_sw_score.npy' --ref 'end=@a_sw_end.npy'
// expect: ok
// why: sentinels of -2^30 that are decremented again and again, lanes beyond the query that compute nonsense, and keys packed of score and position: none of it wraps, and the idle lanes' values are masked
// figure: score: all 32 elements exactly as the reference
//
// Local alignment with affine gaps, one pair a warp: lane j holds column j of the query, and the cells of an
// anti-diagonal are computed together; what comes from the left neighbour travels by shuffles.

#define NEG (-(1 << 30))
#define FULL 0xffffffffu

struct Cell {
    int h, e, f;
};

struct Prices {
    int match, mismatch, transition, open, extend;
};

__device__ Prices prices()
{
    Prices p;
    p.match = 5;
    p.mismatch = -4;
    p.transition = -2;
    p.open = 8;
    p.extend = 2;
    return p;
}

__device__ __forceinline__ int substitution(const Prices &p, int a, int b)
{
    int off = (a ^ b) == 2 ? p.transition : p.mismatch;
    return a == b ? p.match : off;
}

__device__ __forceinline__ Cell empty_cell()
{
    Cell c;
    c.h = 0;
    c.e = NEG;
    c.f = NEG;
    return c;
}

__device__ __forceinline__ Cell from_left(const Cell &c, int lane)
{
    Cell l;
    l.h = __shfl_up_sync(FULL, c.h, 1);
    l.e = NEG;
    l.f = __shfl_up_sync(FULL, c.f, 1);
    if (lane == 0) {
        l.h = 0;
        l.f = NEG;
    }
    return l;
}

// Better is a larger score, and of equal ones the earlier row, then the earlier column.
__device__ __forceinline__ unsigned pack(int score, int row, int column)
{
    return ((unsigned)score << 16) | ((255u - (unsigned)row) << 8) | (255u - (unsigned)column);
}

__device__ unsigned best_of_warp(unsigned key)
{
    for (int d = 16; d > 0; d >>= 1)
        key = max(key, __shfl_xor_sync(FULL, key, d));
    return key;
}

__device__ Cell relax(const Prices &p, const Cell &up, const Cell &left, int diagonal, int a, int b)
{
    Cell c;
    c.e = max(up.h - p.open, up.e - p.extend);
    c.f = max(left.h - p.open, left.f - p.extend);
    c.h = max(diagonal + substitution(p, a, b), max(c.e, c.f));
    c.h = max(c.h, 0);
    return c;
}

__global__ void wavefront(const unsigned char *__restrict__ query, const unsigned char *__restrict__ target,
                          int *__restrict__ score, int *__restrict__ end, int qlen, int tlen)
{
    const int lane = threadIdx.x;
    const unsigned char *q = query + blockIdx.x * qlen;
    const unsigned char *t = target + blockIdx.x * tlen;
    const Prices p = prices();

    bool in_query = lane < qlen;
    int base = in_query ? q[lane] : -1;
    Cell mine = empty_cell(); // the cell above the next one of this column
    int left_before = 0;      // the left neighbour's h one row higher
    unsigned best = 0u;

    for (int step = 0; step < tlen + qlen - 1; ++step) {
        Cell left = from_left(mine, lane);
        int row = step - lane;
        if (in_query && row >= 0 && row < tlen) {
            Cell next = relax(p, mine, left, left_before, base, t[row]);
            left_before = left.h;
            mine = next;
            if (next.h > 0)
                best = max(best, pack(next.h, row, lane));
        }
    }

    best = best_of_warp(best);
    if (lane == 0) {
        score[blockIdx.x] = (int)(best >> 16);
        end[blockIdx.x] = best ? 255 - (int)((best >> 8) & 255u) : -1;
    }
}
