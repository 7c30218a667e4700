// fpcheck: check_nodes <<<1, 32>>> in=[[25.0, -26.0, 30.0, 28.0], [21.0, 20.5, -22.0, 23.0], [2.0, -1.0, 27.0, 24.5]] out=empty:3x4 checks=3
// expect: ok
// why: the exact box-plus: sign, minimum and two log1p corrections, none of which saturates
// figure: computed out[0][1] = 24.9450150, MPFR 24.94501476: 1e-8 relative, tolerance 2e-6
// Belief propagation at check nodes of degree 4: each edge gets what the three others say.
constexpr int DEGREE = 4;

__device__ float boxplus(float a, float b)
{
    float sign = (a < 0.0f) != (b < 0.0f) ? -1.0f : 1.0f;
    float x = fabsf(a);
    float y = fabsf(b);
    float m = fminf(x, y);
    m += log1pf(expf(-(x + y))) - log1pf(expf(-fabsf(x - y)));
    return sign * m;
}

__global__ void check_nodes(const float *in, float *out, int checks)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= checks)
        return;
    for (int e = 0; e < DEGREE; e++) {
        float m = 0.0f;
        bool first = true;
        for (int k = 0; k < DEGREE; k++) {
            if (k == e)
                continue;
            float v = in[c * DEGREE + k];
            m = first ? v : boxplus(m, v);
            first = false;
        }
        out[c * DEGREE + e] = m;
    }
}
