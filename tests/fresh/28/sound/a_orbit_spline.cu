// fpcheck: fit_and_sample <<<3, 64>>> y=@a_orbit_spline_y.npy at=@a_orbit_spline_at.npy out=empty:3x40 speed=empty:3x40 curvature=empty:3x64 n=50 samples=40 step=15.0 --ref out=@a_orbit_spline_want.npy --tol rtol=5e-7,atol=1e-3
// expect: ok
// why: parallel cyclic reduction with two buffers: reads come from one, writes go to the other, so that one barrier a step is enough
// figure: out[0][0] computed 6999.70605, MPFR 6999.70583; worst error 0.16 of the tolerance
// Natural cubic splines through satellite positions (km, one coordinate a block, every `step` seconds), sampled between the knots.
#define MAXN 64

struct Row {
    float lower, diag, upper, rhs;
};

struct Rows {
    float lower[MAXN];
    float diag[MAXN];
    float upper[MAXN];
    float rhs[MAXN];
};

struct Work {
    Rows side[2];
    float y[MAXN];
    float m[MAXN];
};

__device__ Row read(const Rows &rows, int i, int n)
{
    if (i < 0 || i >= n)
        return {0.0f, 1.0f, 0.0f, 0.0f};
    return {rows.lower[i], rows.diag[i], rows.upper[i], rows.rhs[i]};
}

__device__ void write(Rows &rows, int i, Row r)
{
    rows.lower[i] = r.lower;
    rows.diag[i] = r.diag;
    rows.upper[i] = r.upper;
    rows.rhs[i] = r.rhs;
}

__device__ Row eliminate(Row before, Row row, Row after)
{
    float alpha = -row.lower / before.diag;
    float beta = -row.upper / after.diag;
    Row out;
    out.lower = alpha * before.lower;
    out.upper = beta * after.upper;
    out.diag = row.diag + alpha * before.upper + beta * after.lower;
    out.rhs = row.rhs + alpha * before.rhs + beta * after.rhs;
    return out;
}

// Second difference times 6 / step^2; the differences of neighbours are taken first.
__device__ float bend(const float *y, int i, float step)
{
    float right = y[i + 1] - y[i];
    float left = y[i] - y[i - 1];
    return 6.0f * (right - left) / (step * step);
}

// Second derivatives at the knots: m[i-1] + 4 m[i] + m[i+1] = bend, and zero at both ends.
__device__ Row spline_row(const float *y, int i, int n, float step)
{
    if (i <= 0 || i >= n - 1)
        return {0.0f, 1.0f, 0.0f, 0.0f};
    return {1.0f, 4.0f, 1.0f, bend(y, i, step)};
}

__device__ float solve(Work &w, int i, int n)
{
    int from = 0;
    for (int reach = 1; reach < n; reach *= 2) {
        const Rows &old = w.side[from];
        Row reduced = eliminate(read(old, i - reach, n), read(old, i, n), read(old, i + reach, n));
        if (i < n)
            write(w.side[1 - from], i, reduced);
        __syncthreads();
        from = 1 - from;
    }
    Row last = read(w.side[from], i, n);
    return last.rhs / last.diag;
}

struct Spot {
    int k;
    float u, v;
};

// Interval and the two weights of its ends.
__device__ Spot locate(float t, int n, float step)
{
    float position = t / step;
    int k = min(max((int)floorf(position), 0), n - 2);
    float u = position - (float)k;
    return {k, u, 1.0f - u};
}

__device__ float evaluate(const Work &w, float t, int n, float step)
{
    Spot at = locate(t, n, step);
    int k = at.k;
    float u = at.u;
    float v = at.v;
    float linear = w.y[k] + u * (w.y[k + 1] - w.y[k]);
    float cubic = (v * v * v - v) * w.m[k] + (u * u * u - u) * w.m[k + 1];
    return linear + cubic * (step * step / 6.0f);
}

// Derivative of the same cubic.
__device__ float slope(const Work &w, float t, int n, float step)
{
    Spot at = locate(t, n, step);
    float chord = (w.y[at.k + 1] - w.y[at.k]) / step;
    float left = (1.0f - 3.0f * at.v * at.v) * w.m[at.k];
    float right = (3.0f * at.u * at.u - 1.0f) * w.m[at.k + 1];
    return chord + (left + right) * (step / 6.0f);
}

__device__ void load(Work &w, const float *y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        w.y[i] = y[blockIdx.x * n + i];
    __syncthreads();
}

__device__ void fit(Work &w, int n, float step)
{
    int i = threadIdx.x;
    if (i < n)
        write(w.side[0], i, spline_row(w.y, i, n, step));
    __syncthreads();
    float m = solve(w, i, n);
    if (i < n)
        w.m[i] = m;
    __syncthreads();
}

__global__ void fit_and_sample(const float *y, const float *at, float *out, float *speed, float *curvature, int n, int samples,
                               float step)
{
    __shared__ Work w;
    int t = threadIdx.x;
    load(w, y, n);
    fit(w, n, step);
    for (int s = t; s < samples; s += blockDim.x) {
        out[blockIdx.x * samples + s] = evaluate(w, at[s], n, step);
        speed[blockIdx.x * samples + s] = slope(w, at[s], n, step);
    }
    curvature[blockIdx.x * MAXN + t] = t < n ? w.m[t] : 0.0f;
}
