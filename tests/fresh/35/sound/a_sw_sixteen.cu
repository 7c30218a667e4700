// fpcheck: align <<<6, 64>>> query=@a_sw_sixteen_query.npy target=@a_sw_sixteen_target.npy score=empty:6 nq=64 nt=72 --ref 'score=@a_sw_sixteen_score_ref.npy'
// expect: ok
// why: cells are narrowed to 16 bits with saturation and "minus infinity" is -30000, kept from running down by a clamp: scores reach 256 here and the narrowing stores lose nothing; two buffers by the diagonal's parity need only one barrier a step
// figure: score[0] computed 256, exact 256 (0 of 6 differ)
#include <cuda_runtime.h>

// Smith-Waterman with affine gaps. A block aligns one pair; thread i owns the query's letter i and the anti-diagonals
// run through the block as a wavefront. What a thread hands to its lower neighbour lies in shared memory, in two
// buffers, of which one is read while the other is written.

constexpr int MAX_QUERY = 64;
constexpr int MATCH = 5;
constexpr int MISMATCH = -4;
constexpr int GAP_OPEN = 11;
constexpr int GAP_EXTEND = 1;
constexpr int MINUS_INFINITY = -30000;

struct Row {
    int h;        // H of this thread's previous column
    int e;        // E of this thread's previous column
    int diagonal; // H of the upper neighbour, one column before
    int best;
};

struct Cell {
    short h;
    short f;
};

__device__ int substitution(unsigned char a, unsigned char b)
{
    return a == b ? MATCH : MISMATCH;
}

__device__ int max3(int a, int b, int c)
{
    return max(a, max(b, c));
}

__device__ Cell first_row()
{
    Cell c;
    c.h = 0;
    c.f = MINUS_INFINITY;
    return c;
}

__device__ Row start()
{
    Row r;
    r.h = 0;
    r.e = MINUS_INFINITY;
    r.diagonal = 0;
    r.best = 0;
    return r;
}

__device__ short saturate(int v)
{
    return (short)min(max(v, -32768), 32767);
}

__device__ int clamp_gap(int v)
{
    return max(v, MINUS_INFINITY);
}

// one cell: up is what the neighbour above computed in the same column
__device__ Cell advance(Row& row, Cell up, unsigned char q, unsigned char t)
{
    int e = max(row.e - GAP_EXTEND, row.h - GAP_OPEN);
    int f = max(up.f - GAP_EXTEND, up.h - GAP_OPEN);
    e = clamp_gap(e);
    f = clamp_gap(f);
    int h = max3(0, row.diagonal + substitution(q, t), max(e, f));
    row.diagonal = up.h;
    row.e = e;
    row.h = h;
    row.best = max(row.best, h);
    Cell c;
    c.h = saturate(h);
    c.f = saturate(f);
    return c;
}

__device__ int block_max(int v)
{
    __shared__ int parts[MAX_QUERY / 32];
    for (int o = 16; o > 0; o >>= 1)
        v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0) parts[threadIdx.x >> 5] = v;
    __syncthreads();
    int r = parts[0];
    for (int w = 1; w < (int)(blockDim.x >> 5); ++w)
        r = max(r, parts[w]);
    return r;
}

__global__ void align(const unsigned char* query, const unsigned char* target, int* score, int nq, int nt)
{
    __shared__ Cell edge[2][MAX_QUERY];
    __shared__ unsigned char letters[128];
    const int i = threadIdx.x;
    const unsigned char* q = query + blockIdx.x * nq;
    const unsigned char* t = target + blockIdx.x * nt;
    for (int j = i; j < nt; j += blockDim.x)
        letters[j] = t[j];
    edge[0][i] = first_row();
    edge[1][i] = first_row();
    unsigned char mine = q[i];
    Row row = start();
    __syncthreads();

    for (int d = 0; d < nq + nt - 1; ++d) {
        int j = d - i;
        if (j >= 0 && j < nt) {
            Cell up = i == 0 ? first_row() : edge[(d + 1) & 1][i - 1];
            edge[d & 1][i] = advance(row, up, mine, letters[j]);
        }
        __syncthreads();
    }

    int best = block_max(row.best);
    if (i == 0) score[blockIdx.x] = best;
}
