// fpcheck: cyclic_reduction <<<1, 64>>> lower=const(-1):40 diag=const(4):40 upper=const(-1):40 rhs=[-0.064,-0.137,0.372,1.347,0.472,-1.832,-0.339,0.206,0.147,-1.281,-1.664,0.549,0.344,-0.021,-1.725,1.774,-2.9,-0.364,2.091,-0.157,0.232,-1.179,1.359,-1.293,0.254,0.135,-1.051,0.887,-1.416,-0.683,-0.029,-0.412,0.468,0.924,-0.294,-0.541,-0.517,-0.366,0.81,-0.218] solution=empty:40 residual=empty:1 n=40
// expect: error divergent barrier at line 39
// why: 40 equations, 64 threads: 24 of them skip the loop with its barriers and wait at the barrier behind it, while the others are still inside
// figure: solution[0]: undefined by the barrier (on a card perhaps right), MPFR -0.0129413179
#include <cuda_runtime.h>

struct Row {
    float a, b, c, d;
};

__device__ Row neighbour(const Row *r, int i, int n)
{
    Row none = {0.0f, 1.0f, 0.0f, 0.0f};
    return i >= 0 && i < n ? r[i] : none;
}

__device__ Row eliminate(Row low, Row mid, Row high)
{
    float k1 = mid.a / low.b, k2 = mid.c / high.b;
    Row r;
    r.a = -low.a * k1;
    r.b = mid.b - low.c * k1 - high.a * k2;
    r.c = -high.c * k2;
    r.d = mid.d - low.d * k1 - high.d * k2;
    return r;
}

// Tridiagonal system of one rod by parallel cyclic reduction.
__global__ void cyclic_reduction(const float *lower, const float *diag, const float *upper, const float *rhs,
                                 float *solution, float *residual, int n)
{
    __shared__ Row rows[64];
    __shared__ float x[64];
    int i = threadIdx.x;
    if (i < n) {
        Row r = {i > 0 ? lower[i] : 0.0f, diag[i], i < n - 1 ? upper[i] : 0.0f, rhs[i]};
        rows[i] = r;
        for (int s = 1; s < n; s *= 2) {
            __syncthreads();
            Row next = eliminate(neighbour(rows, i - s, n), rows[i], neighbour(rows, i + s, n));
            __syncthreads();
            rows[i] = next;
        }
        x[i] = rows[i].d / rows[i].b;
        solution[i] = x[i];
    }
    __syncthreads();
    if (i == 0) {
        float worst = 0.0f;
        for (int k = 1; k < n - 1; k++)
            worst = fmaxf(worst, fabsf(lower[k] * x[k - 1] + diag[k] * x[k] + upper[k] * x[k + 1] - rhs[k]));
        *residual = worst;
    }
}
