// fpcheck: least_squares <<<4, 32>>> a=@b_qr_a.npy b=@b_qr_b.npy x=empty:4x4 --ref x=@b_qr_ref.npy --tol rtol=1e-3,atol=1e-4
// expect: error cancellation at line 54
// why: the reflector's beta has the sign of the pivot where it must have the other (LAPACK slarfg: -sign(norm, alpha)), so that alpha - beta of a column already near a multiple of e1 loses its digits, and tau with it
// figure: x[2] computed -0.355068922, MPFR -0.328163305
#include <cuda_runtime.h>

#define ROWS 12
#define COLS 4
#define WIDTH (COLS + 1)

// batched linear least squares by Householder QR, one warp a system; the right hand side is the last column
struct Panel {
    float m[ROWS][WIDTH];
};

__device__ float warp_total(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ void load_panel(Panel &p, const float *a, const float *b)
{
    for (int i = threadIdx.x; i < ROWS * COLS; i += 32)
        p.m[i / COLS][i % COLS] = a[blockIdx.x * ROWS * COLS + i];
    if (threadIdx.x < ROWS)
        p.m[threadIdx.x][COLS] = b[blockIdx.x * ROWS + threadIdx.x];
    __syncwarp();
}

// norm of column c below row c, by lanes
__device__ float tail_square(const Panel &p, int c)
{
    int r = threadIdx.x;
    float v = (r > c && r < ROWS) ? p.m[r][c] : 0.0f;
    return warp_total(v * v);
}

struct Reflector {
    float tau, beta, scale;
};

__device__ Reflector make_reflector(float alpha, float tail)
{
    Reflector h;
    if (tail == 0.0f) {
        h.tau = 0.0f;
        h.beta = alpha;
        h.scale = 0.0f;
        return h;
    }
    float norm = sqrtf(alpha * alpha + tail);
    h.beta = copysignf(norm, alpha);
    h.tau = (h.beta - alpha) / h.beta;
    h.scale = 1.0f / (alpha - h.beta);
    return h;
}

// the reflector's vector is kept below the diagonal; its first element is 1
__device__ void store_vector(Panel &p, int c, const Reflector &h)
{
    int r = threadIdx.x;
    __syncwarp();
    if (r > c && r < ROWS) p.m[r][c] *= h.scale;
    if (r == c) p.m[c][c] = h.beta;
    __syncwarp();
}

__device__ void apply(Panel &p, int c, int target, const Reflector &h)
{
    int r = threadIdx.x;
    bool mine = r >= c && r < ROWS;
    float v = r == c ? 1.0f : (mine ? p.m[r][c] : 0.0f);
    float element = mine ? p.m[r][target] : 0.0f;
    float w = h.tau * warp_total(v * element);
    if (mine) p.m[r][target] = element - w * v;
    __syncwarp();
}

__device__ void back_substitute(const Panel &p, float *x)
{
    float solution[COLS];
    for (int c = COLS - 1; c >= 0; c--) {
        float s = p.m[c][COLS];
        for (int k = c + 1; k < COLS; k++)
            s -= p.m[c][k] * solution[k];
        solution[c] = s / p.m[c][c];
    }
    for (int c = 0; c < COLS; c++)
        x[blockIdx.x * COLS + c] = solution[c];
}

__global__ void least_squares(const float *a, const float *b, float *x)
{
    __shared__ Panel p;
    load_panel(p, a, b);
    for (int c = 0; c < COLS; c++) {
        float tail = tail_square(p, c);
        float alpha = p.m[c][c];
        Reflector h = make_reflector(alpha, tail);
        store_vector(p, c, h);
        for (int target = c + 1; target < WIDTH; target++)
            apply(p, c, target, h);
    }
    if (threadIdx.x == 0)
        back_substitute(p, x);
}
