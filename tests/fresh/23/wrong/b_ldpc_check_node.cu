// fpcheck: check_nodes<<<1, 32>>> llr=[22,25,-21,24,8,-9,10,30,28,29,-27,26] out=empty:12 checks=3 want=[-20.934116,-20.650988,21.830154,-20.673437,-8.686738,7.873072,-7.686738,-7.592394,-25.650988,-25.592394,25.830154,-26.592394] --ref 'out=want' --tol rtol=1e-2,atol=1e-2
// expect: error overflow at line 23
// why: tanh of half a large ratio rounds to one, atanh of it is infinite, and the clamp to 30 makes it look like a strong message
// figure: computed out[0] = -30, MPFR -20.934116
// The message from a check of degree 4 to each of its bits: 2 atanh of the product of tanh(l/2) of the others.
constexpr int DEGREE = 4;

__device__ float clamp_llr(float v)
{
    return fminf(fmaxf(v, -30.0f), 30.0f);
}

__global__ void check_nodes(const float *llr, float *out, int checks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= checks * DEGREE)
        return;
    int first = i / DEGREE * DEGREE;
    float product = 1.0f;
    for (int k = first; k < first + DEGREE; k++)
        if (k != i)
            product *= tanhf(0.5f * llr[k]);
    float message = 2.0f * atanhf(product);
    out[i] = clamp_llr(message);
}
