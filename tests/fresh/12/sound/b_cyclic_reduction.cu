// fpcheck: solve <<<4, 64>>> lower=uniform(-1,0):4x64 diagonal=uniform(2.5,4):4x64 upper=uniform(-1,0):4x64 right=randn:4x64 x=empty:4x64
// expect: ok
// why: parallel cyclic reduction without pivoting and with neighbours clamped past the ends; dominant diagonals keep it stable, and the coefficients there are zero.
// figure: largest error of one draw 1.8e-07, values up to 0.74
#define N 64

struct Equation {
    float a, b, c, d;
};

__device__ Equation read(const Equation *s, int i)
{
    return i >= 0 && i < N ? s[i] : Equation{0.0f, 1.0f, 0.0f, 0.0f};
}

// One tridiagonal system a block, for instance an implicit step of a diffusion.
__global__ void solve(const float *lower, const float *diagonal, const float *upper, const float *right, float *x)
{
    __shared__ Equation s[N];
    const int i = threadIdx.x;
    const int at = blockIdx.x * N + i;
    s[i] = {i > 0 ? lower[at] : 0.0f, diagonal[at], i < N - 1 ? upper[at] : 0.0f, right[at]};
    __syncthreads();
    for (int h = 1; h < N; h <<= 1) {
        const Equation e = s[i], p = read(s, i - h), q = read(s, i + h);
        const float alpha = -e.a / p.b;
        const float gamma = -e.c / q.b;
        Equation r;
        r.a = alpha * p.a;
        r.c = gamma * q.c;
        r.b = e.b + alpha * p.c + gamma * q.a;
        r.d = e.d + alpha * p.d + gamma * q.d;
        __syncthreads();
        s[i] = r;
        __syncthreads();
    }
    x[at] = s[i].d / s[i].b;
}
