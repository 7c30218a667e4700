// fpcheck: correct<<<2, 32>>> word=inout:[[180,226,4,84,124,78,23,220,220,22,233,190,162,31,81,142],[79,153,81,181,43,78,36,62,94,103,88,11,61,144,68,153],[180,185,58,107,126,110,224,232,27,37,19,165,40,5,143,145],[210,84,63,206,6,113,93,146,230,118,63,21,55,251,137,176]] position=empty:4 summary=inout:zeros:3 words=4 want=[[180,226,4,84,124,78,23,220,220,22,233,190,162,31,81,142],[79,153,81,226,43,78,36,62,94,103,88,11,61,144,68,153],[180,185,58,107,126,110,224,232,27,37,19,90,40,5,143,145],[210,84,63,206,6,113,93,146,230,118,63,21,55,251,137,48]] --ref 'word=want' --tol bitwise
// expect: ok
// why: logarithm tables in GF(256) with sums reduced modulo 255, not 256, and zero kept apart; all integers
// figure: computed word[1][3] = 226, MPFR 226; integers
// Corrects one wrong byte in words of a Reed-Solomon code with two check symbols (roots 1 and alpha), sixteen bytes a word.
// One half warp a word; the tables are made by the block.
constexpr int LENGTH = 16;
constexpr unsigned POLYNOMIAL = 0x11d;
constexpr int ORDER = 255;
constexpr int NONE = -1;       // no error
constexpr int FAILED = -2;     // more than one

struct Field {
    unsigned char exponential[ORDER];
    unsigned char logarithm[256];
};

__device__ unsigned times_alpha(unsigned a)
{
    a <<= 1;
    return a & 0x100u ? a ^ POLYNOMIAL : a;
}

// alpha^e by square and multiply without tables.
__device__ unsigned slow_times(unsigned a, unsigned b)
{
    unsigned r = 0;
    while (b) {
        if (b & 1u)
            r ^= a;
        a = times_alpha(a);
        b >>= 1;
    }
    return r;
}

__device__ unsigned slow_power(int e)
{
    unsigned r = 1, square = 2;
    while (e) {
        if (e & 1)
            r = slow_times(r, square);
        square = slow_times(square, square);
        e >>= 1;
    }
    return r;
}

__device__ void make_tables(Field &f)
{
    for (int e = threadIdx.x; e < ORDER; e += blockDim.x) {
        unsigned a = slow_power(e);
        f.exponential[e] = (unsigned char)a;
        f.logarithm[a] = (unsigned char)e;
    }
    if (threadIdx.x == 0)
        f.logarithm[0] = 0; // never used
    __syncthreads();
}

__device__ int reduced(int e)
{
    e %= ORDER;
    return e < 0 ? e + ORDER : e;
}

__device__ unsigned times(const Field &f, unsigned a, unsigned b)
{
    if (a == 0 || b == 0)
        return 0;
    return f.exponential[reduced(f.logarithm[a] + f.logarithm[b])];
}

__device__ unsigned power(const Field &f, int e)
{
    return f.exponential[reduced(e)];
}

__device__ unsigned half_warp_xor(unsigned v)
{
    for (int o = LENGTH / 2; o > 0; o >>= 1)
        v ^= __shfl_xor_sync(0xffffffffu, v, o, LENGTH);
    return v;
}

struct Syndromes {
    unsigned s0;
    unsigned s1;
};

// Both are zero for a word of the code; for one error e at j they are e and e alpha^j.
// s0 = sum of c_j, s1 = sum of c_j alpha^j.
__device__ Syndromes syndromes_of(const Field &f, unsigned c, int j)
{
    Syndromes s;
    s.s0 = half_warp_xor(c);
    s.s1 = half_warp_xor(times(f, c, power(f, j)));
    return s;
}

__device__ bool is_word(const Syndromes &s)
{
    return s.s0 == 0 && s.s1 == 0;
}

__device__ int error_position(const Field &f, const Syndromes &s)
{
    if (is_word(s))
        return NONE;
    if (s.s0 == 0 || s.s1 == 0)
        return FAILED;
    int j = reduced(f.logarithm[s.s1] - f.logarithm[s.s0]);
    return j < LENGTH ? j : FAILED;
}

// For the statistics of a medium:
// how many words were clean, were corrected, could not be.
enum Outcome { CLEAN, CORRECTED, GIVEN_UP };

__device__ Outcome outcome_of(int position)
{
    if (position == NONE)
        return CLEAN;
    return position == FAILED ? GIVEN_UP : CORRECTED;
}

__device__ void note(int *summary, int position)
{
    atomicAdd(&summary[outcome_of(position)], 1);
}

__global__ void correct(unsigned char *word, int *position, int *summary, int words)
{
    __shared__ Field f;
    make_tables(f);
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / LENGTH;
    int j = threadIdx.x % LENGTH;
    bool there = w < words; // a half warp without a word shuffles along
    unsigned c = there ? word[w * LENGTH + j] : 0;
    Syndromes s = syndromes_of(f, c, j);
    int at = error_position(f, s);
    if (!there)
        return;
    if (at == j)
        word[w * LENGTH + j] = (unsigned char)(c ^ s.s0);
    if (j == 0) {
        position[w] = at;
        note(summary, at);
    }
}
