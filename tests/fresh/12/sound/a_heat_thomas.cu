// fpcheck: implicit_step <<<1, 32>>> u=uniform(20,90):8x24 next=empty:8x24 rods=8 alpha=0.4
// expect: ok
// why: an elimination without pivoting, but the matrix of an implicit heat step is diagonally dominant: all pivots are above 1 and every term of the substitution is positive
// figure: relative error about 3e-7 (all terms positive)
#define CELLS 24

// (1 + 2 alpha) v[i] - alpha (v[i - 1] + v[i + 1]) = u[i], insulated ends; one thread a rod.
__global__ void implicit_step(const float *u, float *next, int rods, float alpha)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rods)
        return;
    float upper[CELLS];
    float right[CELLS];
    const float *rod = u + r * CELLS;
    float pivot = 1.0f + alpha;
    upper[0] = alpha / pivot;
    right[0] = rod[0] / pivot;
    for (int i = 1; i < CELLS; i++) {
        float diagonal = i == CELLS - 1 ? 1.0f + alpha : 1.0f + 2.0f * alpha;
        pivot = diagonal - alpha * upper[i - 1];
        upper[i] = alpha / pivot;
        right[i] = (rod[i] + alpha * right[i - 1]) / pivot;
    }
    float v = right[CELLS - 1];
    next[r * CELLS + CELLS - 1] = v;
    for (int i = CELLS - 2; i >= 0; i--) {
        v = right[i] + upper[i] * v;
        next[r * CELLS + i] = v;
    }
}
