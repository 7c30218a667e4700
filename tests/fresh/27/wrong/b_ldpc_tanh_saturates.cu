// fpcheck: check_nodes <<<1, 32>>> in=[[25.0, -26.0, 30.0, 28.0], [21.0, 20.5, -22.0, 23.0], [2.0, -1.0, 27.0, 24.5]] out=empty:3x4 checks=3
// expect: error overflow hidden by a clamp at line 19
// why: tanh(12.5) is 1 in float, atanh(1) is infinite, and the clamp at 40 makes a plausible message of it
// figure: computed out[0][1] = 40, MPFR 24.94501476
// Belief propagation at check nodes of degree 4: each edge gets what the three others say.
constexpr int DEGREE = 4;

__global__ void check_nodes(const float *in, float *out, int checks)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= checks)
        return;
    for (int e = 0; e < DEGREE; e++) {
        float product = 1.0f;
        for (int k = 0; k < DEGREE; k++)
            if (k != e)
                product *= tanhf(0.5f * in[c * DEGREE + k]);
        float message = 2.0f * atanhf(product);
        out[c * DEGREE + e] = fmaxf(-40.0f, fminf(40.0f, message));
    }
}
