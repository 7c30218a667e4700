// fpcheck: least_squares <<<1, 32>>> a=[[2e-24,1e-24,0.5e-24],[1e-24,-3e-24,1e-24],[0.5e-24,1e-24,2e-24],[1e-24,1e-24,-1e-24],[3,1,0.5],[1,-2,1],[0.5,1,2],[1,1,-1]] b=[1e-24,2e-24,-1e-24,0.5e-24,1,2,-1,0.5] x=empty:6 residual=empty:2 n=2
// expect: error underflow at line 38
// why: the squares of entries of 1e-24 underflow, r is 0, the rotation is skipped as if the entry were 0 already, and R is not triangular
// figure: x[0]: computed 1.04166675, MPFR 0.807429291
// Least squares of four equations in three unknowns by Givens rotations, one system a thread.
#define ROWS 4
#define COLUMNS 3

struct System
{
    float a[ROWS][COLUMNS];
    float b[ROWS];
};

struct Rotation
{
    float c;
    float s;
};

__device__ System load(const float *a, const float *b, int which)
{
    System y;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
#pragma unroll
        for (int j = 0; j < COLUMNS; j++)
            y.a[i][j] = a[(which * ROWS + i) * COLUMNS + j];
        y.b[i] = b[which * ROWS + i];
    }
    return y;
}

// The rotation that takes (f, g) to (r, 0).
__device__ Rotation rotation(float f, float g)
{
    Rotation q;
    float r = sqrtf(f * f + g * g);
    if (r == 0.0f) {
        q.c = 1.0f;
        q.s = 0.0f;
        return q;
    }
    q.c = f / r;
    q.s = g / r;
    return q;
}

__device__ void rotate(const Rotation &q, float &upper, float &lower)
{
    float u = q.c * upper + q.s * lower;
    float l = q.c * lower - q.s * upper;
    upper = u;
    lower = l;
}

// Rows p and i of the matrix, from column j on, and of the right side.
template <int J>
__device__ void apply(System &y, const Rotation &q, int p, int i)
{
#pragma unroll
    for (int j = J; j < COLUMNS; j++)
        rotate(q, y.a[p][j], y.a[i][j]);
    rotate(q, y.b[p], y.b[i]);
}

template <int J>
__device__ void eliminate_column(System &y)
{
#pragma unroll
    for (int i = J + 1; i < ROWS; i++) {
        Rotation q = rotation(y.a[J][J], y.a[i][J]);
        apply<J>(y, q, J, i);
    }
}

struct Solution
{
    float x[COLUMNS];
};

__device__ Solution back_substitute(const System &y)
{
    Solution s;
#pragma unroll
    for (int j = COLUMNS - 1; j >= 0; j--) {
        float rest = y.b[j];
#pragma unroll
        for (int k = COLUMNS - 1; k > j; k--)
            rest -= y.a[j][k] * s.x[k];
        s.x[j] = rest / y.a[j][j];
    }
    return s;
}

// A system of lower rank has no single answer: zeros.
__device__ bool regular(const System &y)
{
    bool good = true;
#pragma unroll
    for (int j = 0; j < COLUMNS; j++)
        good = good && y.a[j][j] != 0.0f;
    return good;
}

__device__ Solution nothing()
{
    Solution s;
#pragma unroll
    for (int j = 0; j < COLUMNS; j++)
        s.x[j] = 0.0f;
    return s;
}

__device__ Solution solve(System &y)
{
    eliminate_column<0>(y);
    eliminate_column<1>(y);
    eliminate_column<2>(y);
    if (!regular(y))
        return nothing();
    return back_substitute(y);
}

__device__ void store(float *x, int which, const Solution &s)
{
#pragma unroll
    for (int j = 0; j < COLUMNS; j++)
        x[which * COLUMNS + j] = s.x[j];
}

// What no x can explain: the right side below the triangle.
__device__ float residual_norm(const System &y)
{
    float r = 0.0f;
#pragma unroll
    for (int i = COLUMNS; i < ROWS; i++)
        r = fmaxf(r, fabsf(y.b[i]));
    return r;
}

__global__ void least_squares(const float *a, const float *b, float *x, float *residual, int n)
{
    const int which = blockIdx.x * blockDim.x + threadIdx.x;
    if (which >= n)
        return;

    System y = load(a, b, which);
    Solution s = solve(y);
    store(x, which, s);
    residual[which] = residual_norm(y);
}
