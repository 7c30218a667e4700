// fpcheck: expectation <<<3, 32>>> points=[-0.29,-0.37,0.04,0.75,-0.16,-0.66,-0.4,1.07,-0.18,-0.71,-0.15,0.18,0.14,1.12,-0.1,-0.93,0.75,0.17,0.15,-0.41,-0.52,0.95,-0.76,-0.37,-0.57,0.87,0.16,-0.42,0.36,1.17,-0.48,-0.54,0.2,0.15,-0.57,-0.38,-0.01,0.52,-0.74,0.4,0.25,1.24,-1.2,-0.2,-0.2,0.92,-0.59,-0.33,0.13,0.38,0.25,-0.78,1.0,-0.42,0.23,0.6,-0.18,0.34,-0.77,-0.07,3.78,0.21,3.72,0.47,4.39,0.57,3.35,0.89,3.85,2.34,4.75,1.09,3.67,2.2,4.12,0.09,4.16,0.09,4.52,1.21,3.5,0.66,3.05,1.9,4.02,1.34,4.55,0.76,3.74,0.72,4.12,0.53,3.83,1.13,4.05,0.67,3.51,0.67,4.26,1.7,-2.28,2.87,-2.6,3.16,-2.04,2.65,-2.24,3.16,-3.1,4.07,-1.8,2.33,-2.92,3.32,-2.27,2.48,-2.71,3.1,-3.5,3.35,-3.34,2.98,-3.64,3.2,-2.68,2.86,-3.56,3.0,14.0,9.0,-12.0,11.0,3.0,-12.0,11.0,-8.0] model=[0.5,0.0,0.0,0.5,0.6,0.3,4.0,1.0,0.4,0.5,0.2,-3.0,3.0,0.6,0.4] resp=empty:204 n=68
// fpcheck+ maximisation <<<3, 64>>> next=empty:15 n=68 wn=[0.45588308338391104,-0.03903498040800495,-0.2503184958745488,0.7187135683915468,2.238687612687354,0.32352941611950586,4.724545279187157,0.9200000707115905,2.53191407826596,2.637388420179128,0.2205875197378188,-3.3786716396903453,3.5686706049470147,2.3705350198030666,2.024830973246628] ref=next=wn --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: log-sum-exp relative to the best component: small exponentials underflow harmlessly, the floor of 1e-8 is meant
// figure: next: relative error 6.2e-08, tolerance 1e-4
// One round of expectation and maximisation for a mixture of Gaussians in the plane with diagonal covariances.
// expectation: a thread a point. maximisation: a block a component, sums by shuffles and shared memory.
#include <cuda_runtime.h>

#define K 3

struct Component {
    float weight;
    float mx, my;   // mean
    float sx, sy;   // standard deviations
};

struct Sums {
    float n;
    float x, y;
};

struct Spread {
    float xx, yy;
};

// ---------------------------------------------------------------- the model

__device__ Component load_component(const float *model, int k)
{
    Component c;
    c.weight = model[5 * k];
    c.mx = model[5 * k + 1];
    c.my = model[5 * k + 2];
    c.sx = model[5 * k + 3];
    c.sy = model[5 * k + 4];
    return c;
}

__device__ float mahalanobis2(Component c, float x, float y)
{
    float u = (x - c.mx) / c.sx;
    float v = (y - c.my) / c.sy;
    return u * u + v * v;
}

// Logarithm of the density of the component at the point, without the common 1 / (2 pi).
__device__ float log_density(Component c, float x, float y)
{
    return logf(c.weight / (c.sx * c.sy)) - 0.5f * mahalanobis2(c, x, y);
}

// ---------------------------------------------------------------- expectation

// Relative to the best component: one term of the sum is 1, the others may well vanish.
__device__ void responsibilities(const float *model, float x, float y, float *r)
{
    float best = -3.0e38f;
    for (int k = 0; k < K; k++) {
        r[k] = log_density(load_component(model, k), x, y);
        best = fmaxf(best, r[k]);
    }
    float total = 0.0f;
    for (int k = 0; k < K; k++) {
        r[k] = expf(r[k] - best);
        total += r[k];
    }
    for (int k = 0; k < K; k++)
        r[k] = fmaxf(r[k] / total, 1e-8f); // no component dies
}

__global__ void expectation(const float *points, const float *model, float *resp, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = points[2 * i], y = points[2 * i + 1];
    float r[K];
    responsibilities(model, x, y, r);
    for (int k = 0; k < K; k++)
        resp[i * K + k] = r[k];
}

// ---------------------------------------------------------------- sums over a block

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// The sum over the block, for every thread; `scratch` has 32 elements.
__device__ float block_sum(float v, float *scratch)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int warps = (blockDim.x + 31) / 32;
    v = warp_sum(v);
    __syncthreads(); // the scratch of the sum before is read
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < warps; w++)
        total += scratch[w];
    return total;
}

__device__ Sums first_moments(const float *points, const float *resp, int n, int k, float *scratch)
{
    Sums s = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float r = resp[i * K + k];
        s.n += r;
        s.x += r * points[2 * i];
        s.y += r * points[2 * i + 1];
    }
    s.n = block_sum(s.n, scratch);
    s.x = block_sum(s.x, scratch);
    s.y = block_sum(s.y, scratch);
    return s;
}

// About the new mean: two passes, so that nothing cancels.
__device__ Spread second_moments(const float *points, const float *resp, int n, int k, float mx, float my, float *scratch)
{
    Spread s = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float r = resp[i * K + k];
        float u = points[2 * i] - mx, v = points[2 * i + 1] - my;
        s.xx += r * u * u;
        s.yy += r * v * v;
    }
    s.xx = block_sum(s.xx, scratch);
    s.yy = block_sum(s.yy, scratch);
    return s;
}

// ---------------------------------------------------------------- the new model

__global__ void maximisation(const float *points, const float *resp, float *next, int n)
{
    __shared__ float scratch[32];
    int k = blockIdx.x;
    Sums s = first_moments(points, resp, n, k, scratch);
    float mx = s.x / s.n, my = s.y / s.n;
    Spread q = second_moments(points, resp, n, k, mx, my, scratch);
    if (threadIdx.x == 0) {
        next[5 * k] = s.n / (float)n;
        next[5 * k + 1] = mx;
        next[5 * k + 2] = my;
        next[5 * k + 3] = sqrtf(q.xx / s.n);
        next[5 * k + 4] = sqrtf(q.yy / s.n);
    }
}

// ---------------------------------------------------------------- host

void fit(const float *points, float *model, float *next, float *resp, int n, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        expectation<<<(n + 31) / 32, 32>>>(points, model, resp, n);
        maximisation<<<K, 64>>>(points, resp, next, n);
        float *swap = model;
        model = next;
        next = swap;
    }
}
