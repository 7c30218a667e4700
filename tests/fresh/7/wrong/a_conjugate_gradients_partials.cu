// fpcheck: conjugate_gradients<<<1, 64>>> row=[0,3,7,11,15,19,23,27,32,37,42,47,52,57,62,67,72,77,82,87,92,97,102,107,112,117,122,127,132,137,142,147,152,157,161,165,169,173,177,181,184] col=[0,1,7,0,1,2,8,1,2,3,9,2,3,4,10,3,4,5,11,4,5,6,12,5,6,7,13,0,6,7,8,14,1,7,8,9,15,2,8,9,10,16,3,9,10,11,17,4,10,11,12,18,5,11,12,13,19,6,12,13,14,20,7,13,14,15,21,8,14,15,16,22,9,15,16,17,23,10,16,17,18,24,11,17,18,19,25,12,18,19,20,26,13,19,20,21,27,14,20,21,22,28,15,21,22,23,29,16,22,23,24,30,17,23,24,25,31,18,24,25,26,32,19,25,26,27,33,20,26,27,28,34,21,27,28,29,35,22,28,29,30,36,23,29,30,31,37,24,30,31,32,38,25,31,32,33,39,26,32,33,34,27,33,34,35,28,34,35,36,29,35,36,37,30,36,37,38,31,37,38,39,32,38,39] value=[4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0,-1.0,-0.5,-1.0,4.0] b=[-1.0,0.75,-0.25,1.5,0.5,-0.5,1.25,0.25,-0.75,1.0,0.0,-1.0,0.75,-0.25,1.5,0.5,-0.5,1.25,0.25,-0.75,1.0,0.0,-1.0,0.75,-0.25,1.5,0.5,-0.5,1.25,0.25,-0.75,1.0,0.0,-1.0,0.75,-0.25,1.5,0.5,-0.5,1.25] x=empty:40 norm=empty:1 lopsided=empty:1:i32 n=40 steps=5
// expect: error uninitialised shared memory at line 45
// why: the sums of the two warps are added up by eight lanes of the first warp, but six of the eight slots were never written
// figure: computed x undefined (six slots of the sums hold whatever was there), MPFR x[0] = -0.17606814
// Conjugate gradients, preconditioned by the diagonal, for a small sparse matrix (CSR), one block, one thread a row.
constexpr int MAX_WARPS = 8;
constexpr int MAX_ROWS = 64;
constexpr unsigned ALL = 0xffffffffu;

struct Csr {
    const int *row;
    const int *col;
    const float *value;
    int n;
};

__device__ float row_product(const Csr &a, const float *x, int r)
{
    float sum = 0.0f;
    for (int e = a.row[r]; e < a.row[r + 1]; e++)
        sum = fmaf(a.value[e], x[a.col[e]], sum);
    return sum;
}

__device__ float warp_sum(float v)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// The sum over the block, to every thread. Threads without a row bring 0.
__device__ float block_sum(float v)
{
    __shared__ float of_warp[MAX_WARPS];
    __shared__ float total;
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        of_warp[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float w = lane < MAX_WARPS ? of_warp[lane] : 0.0f;
        w = warp_sum(w);
        if (lane == 0)
            total = w;
    }
    __syncthreads();
    float result = total;
    __syncthreads();
    return result;
}

__device__ float dot(float a, float b)
{
    return block_sum(a * b);
}

// The diagonal element of a row; rows without one are not scaled.
__device__ float diagonal(const Csr &a, int r)
{
    for (int e = a.row[r]; e < a.row[r + 1]; e++)
        if (a.col[e] == r)
            return a.value[e];
    return 1.0f;
}

__device__ float element(const Csr &a, int r, int c)
{
    for (int e = a.row[r]; e < a.row[r + 1]; e++)
        if (a.col[e] == c)
            return a.value[e];
    return 0.0f;
}

// Whether a row differs from its column, as it must not.
__device__ bool differs(const Csr &a, int r)
{
    for (int e = a.row[r]; e < a.row[r + 1]; e++)
        if (a.value[e] != element(a, a.col[e], r))
            return true;
    return false;
}

// What a thread knows of its row.
struct Row {
    float x;
    float r;
    float z; // the residual over the diagonal
    float p;
    float inverse_diagonal;
};

__device__ void precondition(Row &mine)
{
    mine.z = mine.r * mine.inverse_diagonal;
}

__device__ Row start(const Csr &a, const float *b, int i)
{
    Row mine;
    mine.x = 0.0f;
    mine.r = i < a.n ? b[i] : 0.0f;
    mine.inverse_diagonal = i < a.n ? 1.0f / diagonal(a, i) : 0.0f;
    precondition(mine);
    mine.p = mine.z;
    return mine;
}

// The direction is published, since rows need their neighbours' values of it.
__device__ void publish(float *shared_p, float p, int i, int n)
{
    if (i < n)
        shared_p[i] = p;
    __syncthreads();
}

__device__ float apply(const Csr &a, const float *shared_p, int i)
{
    return i < a.n ? row_product(a, shared_p, i) : 0.0f;
}

__global__ void __launch_bounds__(MAX_ROWS)
conjugate_gradients(const int *row, const int *col, const float *value, const float *b, float *x, float *norm, int *lopsided, int n,
                    int steps)
{
    __shared__ float shared_p[MAX_ROWS];
    int i = threadIdx.x;
    Csr a;
    a.row = row;
    a.col = col;
    a.value = value;
    a.n = n;

    int wrong_rows = __syncthreads_count(i < n && differs(a, i));
    if (i == 0)
        *lopsided = wrong_rows;
    Row mine = start(a, b, i);
    float rz = dot(mine.r, mine.z);
    for (int s = 0; s < steps; s++) {
        publish(shared_p, mine.p, i, n);
        float ap = apply(a, shared_p, i);
        float alpha = rz / dot(mine.p, ap);
        mine.x = fmaf(alpha, mine.p, mine.x);
        mine.r = fmaf(-alpha, ap, mine.r);
        precondition(mine);
        float next = dot(mine.r, mine.z);
        float beta = next / rz;
        mine.p = fmaf(beta, mine.p, mine.z);
        rz = next;
    }
    if (i < n)
        x[i] = mine.x;
    float xx = dot(mine.x, mine.x);
    if (i == 0)
        *norm = sqrtf(xx);
}
