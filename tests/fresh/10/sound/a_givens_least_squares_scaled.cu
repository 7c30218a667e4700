// fpcheck: least_squares <<<1, 32>>> a=[3.0e0,1.0e0,-1.0e0,1.0e0,4.0e0,2.0e0,-2.0e0,1.0e0,5.0e0,0.5e0,-1.0e0,2.0e0,2.0e0,2.0e0,1.0e0,1.0e0,-3.0e0,0.5e0,1.0e20,2.0e20,-1.0e20,4.0e20,1.0e20,1.0e20,-1.0e20,3.0e20,2.0e20,2.0e20,-1.0e20,4.0e20,1.0e20,1.0e20,-3.0e20,3.0e20,0.5e20,1.0e20,2.0e-24,-1.0e-24,1.0e-24,1.0e-24,3.0e-24,-2.0e-24,4.0e-24,1.0e-24,1.0e-24,-1.0e-24,2.0e-24,3.0e-24,0.5e-24,1.0e-24,-1.0e-24,1.0e-24,-2.0e-24,2.0e-24] b=[1.0e0,2.0e0,3.0e0,-1.0e0,2.0e0,0.5e0,2.0e20,1.0e20,-1.0e20,3.0e20,0.5e20,1.0e20,1.0e-24,-2.0e-24,2.0e-24,0.5e-24,3.0e-24,1.0e-24] x=empty:3x3 misfit=empty:3 rank=empty:3 systems=3
// expect: ok
// why: rotations divide by the larger of the two elements first, so that 1e20 squared never appears; the rank test is far from its threshold
// figure: x[1][0]: computed 0.491364866, MPFR 0.49136486 (largest relative error 3.2e-07)
// Least squares of six observations and three unknowns, one system for each thread:
// Givens rotations on the augmented matrix [A | b], then back substitution.
//
// The triangle is built row by row, as in recursive least squares: a new observation is
// rotated into the rows of R from the first column to the last; what is left of its
// right-hand side is added to the misfit.

#define OBSERVATIONS 6
#define UNKNOWNS 3
#define WIDTH (UNKNOWNS + 1)
#define RANK_TOLERANCE 1e-6f

struct Rotation {
    float c;
    float s;
};

struct Triangle {
    float r[UNKNOWNS][WIDTH];
    float misfit;
};

// ---------------------------------------------------------------- rotations

// The rotation that makes (a, b) into (length, 0).
__device__ Rotation make_rotation(float a, float b)
{
    Rotation g;
    if (b == 0.0f) {
        g.c = 1.0f;
        g.s = 0.0f;
        return g;
    }
    if (fabsf(b) > fabsf(a)) {
        float t = a / b;
        float u = sqrtf(1.0f + t * t);
        g.s = 1.0f / u;
        g.c = t * g.s;
    } else {
        float t = b / a;
        float u = sqrtf(1.0f + t * t);
        g.c = 1.0f / u;
        g.s = t * g.c;
    }
    return g;
}

__device__ void rotate(Rotation g, float *upper, float *lower)
{
    float u = *upper;
    float l = *lower;
    *upper = g.c * u + g.s * l;
    *lower = g.c * l - g.s * u;
}

// ---------------------------------------------------------------- the triangle

__device__ void clear(Triangle *t)
{
    for (int i = 0; i < UNKNOWNS; i++)
        for (int j = 0; j < WIDTH; j++)
            t->r[i][j] = 0.0f;
    t->misfit = 0.0f;
}

// The length of a vector of two without squares of large numbers.
__device__ float pythagoras(float a, float b)
{
    float big = fmaxf(fabsf(a), fabsf(b));
    float small = fminf(fabsf(a), fabsf(b));
    if (big == 0.0f)
        return 0.0f;
    float q = small / big;
    return big * sqrtf(1.0f + q * q);
}

__device__ void absorb_row(Triangle *t, float *row)
{
    for (int k = 0; k < UNKNOWNS; k++) {
        if (row[k] == 0.0f)
            continue;
        Rotation g = make_rotation(t->r[k][k], row[k]);
        for (int j = k; j < WIDTH; j++)
            rotate(g, &t->r[k][j], &row[j]);
        row[k] = 0.0f;
    }
    t->misfit = pythagoras(t->misfit, row[UNKNOWNS]);
}

__device__ float largest_diagonal(const Triangle *t)
{
    float m = 0.0f;
    for (int k = 0; k < UNKNOWNS; k++)
        m = fmaxf(m, fabsf(t->r[k][k]));
    return m;
}

// ---------------------------------------------------------------- the solution

__device__ int rank_of(const Triangle *t)
{
    float threshold = RANK_TOLERANCE * largest_diagonal(t);
    int rank = 0;
    for (int k = 0; k < UNKNOWNS; k++)
        rank += fabsf(t->r[k][k]) > threshold;
    return rank;
}

// Unknowns without a pivot are set to zero, as in a basic solution.
__device__ void back_substitute(const Triangle *t, float *x)
{
    float threshold = RANK_TOLERANCE * largest_diagonal(t);
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        float sum = t->r[i][UNKNOWNS];
        for (int j = i + 1; j < UNKNOWNS; j++)
            sum -= t->r[i][j] * x[j];
        if (fabsf(t->r[i][i]) > threshold)
            x[i] = sum / t->r[i][i];
        else
            x[i] = 0.0f;
    }
}

__device__ void load_row(const float *a, const float *b, int system, int observation, float *row)
{
    const float *source = a + (system * OBSERVATIONS + observation) * UNKNOWNS;
    for (int j = 0; j < UNKNOWNS; j++)
        row[j] = source[j];
    row[UNKNOWNS] = b[system * OBSERVATIONS + observation];
}

__device__ void store(const float *x, float misfit, float *out, float *misfits, int system)
{
    for (int j = 0; j < UNKNOWNS; j++)
        out[system * UNKNOWNS + j] = x[j];
    misfits[system] = misfit;
}

// a: systems x observations x unknowns, b: systems x observations
__global__ void least_squares(const float *a, const float *b, float *x, float *misfit, int *rank, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems)
        return;

    Triangle t;
    clear(&t);
    for (int k = 0; k < OBSERVATIONS; k++) {
        float row[WIDTH];
        load_row(a, b, s, k, row);
        absorb_row(&t, row);
    }

    float solution[UNKNOWNS];
    back_substitute(&t, solution);
    store(solution, t.misfit, x, misfit, s);
    rank[s] = rank_of(&t);
}
