// fpcheck: integrate <<<1, 32>>> start=[65536,131072] step=const(0.0017):2x4000 total=empty:2 rows=2 n=4000 want=[65542.80000009015,131078.80000009015] ref=total=want --tol rtol=1e-6,atol=0
// expect: error compensation at line 14
// why: the compensation was regrouped to t - (sum + y), which is zero by construction; the small samples are lost one by one as in a plain sum
// figure: computed total[0] = 65536.0, MPFR 65542.8
// Coulomb counter: a stored charge and a long row of small samples, compensated.
struct Sum {
    float value, lost;
};

__device__ Sum add(Sum s, float x)
{
    float y = x - s.lost;
    float t = s.value + y;
    s.lost = t - (s.value + y);
    s.value = t;
    return s;
}

__global__ void integrate(const float *start, const float *step, float *total, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Sum s = {start[r], 0.0f};
    for (int i = 0; i < n; i++)
        s = add(s, step[r * n + i]);
    total[r] = s.value;
}
