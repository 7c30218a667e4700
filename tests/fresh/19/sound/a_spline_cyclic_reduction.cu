// fpcheck: solve <<<1, 64>>> x=[0,1.33309245,2.74255848,3.82973313,5.13821888,5.80049324,7.14284277,8.5604744,10.0016994,10.8560314,11.5369301,12.4393911,13.1894951,14.2497959,14.9128284,15.8441296,16.9856472,17.5499744,18.8779144,19.8089752,21.2019844,22.0970249,22.7461929,24.2028046,25.3224907,26.4799271,27.7639847,28.6900349,29.7144585,30.9542484,32.4502945,33.6475487,34.2091331,35.2201004,35.737751,36.2777672,37.4364738,38.6804352,39.7792702,40.9179497,41.8423004,42.3772964,43.2093544,44.374382,45.2476082,46.0716782,47.4533005,48.4864159] y=[0,0.641632795,1.16410911,1.38221669,1.39873397,1.31214643,0.994919181,0.577196777,0.24292329,0.153267264,0.158453763,0.278420329,0.473510146,0.874225914,1.17856419,1.6388526,2.18767858,2.42692208,2.84229207,2.97847581,2.93009996,2.76270866,2.59516048,2.16673493,1.88481081,1.72834098,1.78244448,1.98221171,2.34219623,2.91180158,3.64707255,4.14349127,4.3198266,4.52080345,4.56132936,4.55867195,4.41302729,4.10165405,3.77558899,3.47929716,3.32746863,3.29098988,3.32094789,3.5463202,3.84274697,4.19859982,4.87671328,5.36706877] m=empty:48 n=48
// fpcheck+ evaluate <<<1, 32>>> knots=x values=y second=m at=[0.914902747,4.45584583,5.88430691,9.66870975,10.2826204,17.8465691,21.6465015,23.8787727,25.142189,27.8889561,29.3311329,30.2305336,34.071682,34.5245209,35.7976875,38.9155388,39.1466484,42.5752792,44.8584747,45.2321053] s=empty:20 n=48 count=20
// expect: ok
// why: cyclic reduction in place, without pivots: the matrix is diagonally dominant, and barriers part reading from writing in each step
// figure: m[20] computed -0.1327954, MPFR -0.132795377
// Natural cubic spline through given points: the second derivatives from parallel cyclic reduction, then its values.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define MAX_KNOTS 64

// One row of the tridiagonal system: a m[i-1] + b m[i] + c m[i+1] = d.
struct Row {
    float a, b, c, d;
};

struct System {
    float a[MAX_KNOTS];
    float b[MAX_KNOTS];
    float c[MAX_KNOTS];
    float d[MAX_KNOTS];
};

// ------------------------------------------------------------------ setting up

__device__ Row identity_row()
{
    Row r;
    r.a = 0.0f;
    r.b = 1.0f;
    r.c = 0.0f;
    r.d = 0.0f;
    return r;
}

// Continuity of the first derivative at an inner knot.
__device__ Row inner_row(const float *x, const float *y, int i)
{
    float before = x[i] - x[i - 1];
    float after = x[i + 1] - x[i];
    float slope_before = (y[i] - y[i - 1]) / before;
    float slope_after = (y[i + 1] - y[i]) / after;
    Row r;
    r.a = before;
    r.b = 2.0f * (before + after);
    r.c = after;
    r.d = 6.0f * (slope_after - slope_before);
    return r;
}

__device__ Row row_of(const float *x, const float *y, int i, int n)
{
    // natural: no curvature at the ends; rows beyond them stand alone
    if (i <= 0 || i >= n - 1)
        return identity_row();
    return inner_row(x, y, i);
}

// ------------------------------------------------------------------ storage

__device__ inline void put(System &s, int i, Row r)
{
    s.a[i] = r.a;
    s.b[i] = r.b;
    s.c[i] = r.c;
    s.d[i] = r.d;
}

__device__ inline Row get(const System &s, int i)
{
    if (i < 0 || i >= MAX_KNOTS)
        return identity_row();
    Row r;
    r.a = s.a[i];
    r.b = s.b[i];
    r.c = s.c[i];
    r.d = s.d[i];
    return r;
}

// ------------------------------------------------------------------ reduction

// Eliminates the neighbours of a row by their own rows; couples it with the neighbours' neighbours instead.
__device__ Row eliminate(Row low, Row mid, Row high)
{
    float k = mid.a / low.b;
    float l = mid.c / high.b;
    Row r;
    r.a = -low.a * k;
    r.b = mid.b - low.c * k - high.a * l;
    r.c = -high.c * l;
    r.d = mid.d - low.d * k - high.d * l;
    return r;
}

// One block, MAX_KNOTS threads. After step s every row is coupled with those 2^(s+1) away only, at last with none.
__global__ void solve(const float *x, const float *y, float *m, int n)
{
    __shared__ System s;
    int i = threadIdx.x;
    put(s, i, row_of(x, y, i, n));
    __syncthreads();

    for (int distance = 1; distance < MAX_KNOTS; distance *= 2) {
        Row low = get(s, i - distance);
        Row mid = get(s, i);
        Row high = get(s, i + distance);
        Row reduced = eliminate(low, mid, high);
        __syncthreads();
        put(s, i, reduced);
        __syncthreads();
    }

    if (i < n)
        m[i] = s.d[i] / s.b[i];
}

// ------------------------------------------------------------------ evaluation

// Largest i <= n - 2 with knots[i] <= t.
__device__ int interval(const float *knots, float t, int n)
{
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (knots[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

__global__ void evaluate(const float *knots, const float *values, const float *second, const float *at, float *s,
                         int n, int count)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;
    int i = interval(knots, at[k], n);
    float h = knots[i + 1] - knots[i];
    float b = (at[k] - knots[i]) / h;
    float a = (knots[i + 1] - at[k]) / h;
    float bend = (a * a * a - a) * second[i] + (b * b * b - b) * second[i + 1];
    s[k] = a * values[i] + b * values[i + 1] + bend * (h * h) * (1.0f / 6.0f);
}

// ------------------------------------------------------------------ host

void spline(const std::vector<float> &x, const std::vector<float> &y, const std::vector<float> &at, float *s)
{
    int n = (int)x.size(), count = (int)at.size();
    float *d;
    cudaMalloc(&d, sizeof(float) * (3 * n + 2 * count));
    float *dx = d, *dy = dx + n, *dm = dy + n, *dat = dm + n, *ds = dat + count;
    cudaMemcpy(dx, x.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
    cudaMemcpy(dat, at.data(), sizeof(float) * count, cudaMemcpyHostToDevice);
    solve<<<1, MAX_KNOTS>>>(dx, dy, dm, n);
    evaluate<<<(count + 31) / 32, 32>>>(dx, dy, dm, dat, ds, n, count);
    cudaMemcpy(s, ds, sizeof(float) * count, cudaMemcpyDeviceToHost);
    cudaFree(d);
}
