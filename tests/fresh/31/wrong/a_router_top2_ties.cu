// fpcheck: route <<<1, 32>>> logits=[[1.0,2.5,2.5,0.5,-1.0,0.0,1.5,2.0],[0.25,0.5,0.75,1.0,1.25,1.5,1.75,2.0],[3.0,-1.0,3.0,3.0,0.0,0.0,0.0,0.0],[-2.0,-2.0,-2.0,-2.0,-2.0,-2.0,-2.0,-2.0]] expert=empty:4x2:i32 gate=empty:4x2 tokens=4 experts=8 --ref gate=@a_router_top2_ties.npy --tol rtol=1e-5,atol=1e-6
// expect: error wrong tie handling at line 16
// why: the second pass leaves out all logits that are not below the first, so of two equal experts the second is passed over; where all are equal expert 0 is taken twice
// figure: gate[0][0] computed 0.622459352, MPFR 0.5
// Mixture of experts: the two largest logits of a token (lower expert first), and their softmax over the two as gates.
struct Pick {
    int index;
    float value;
};

__device__ __forceinline__ Pick best_of(const float *row, int experts, float ceiling)
{
    Pick p = {0, -1.0e30f};
    for (int e = 0; e < experts; e++) {
        float v = row[e];
        if (v < ceiling && v > p.value) {
            p.index = e;
            p.value = v;
        }
    }
    return p;
}

__global__ void route(const float *logits, int *expert, float *gate, int tokens, int experts)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens)
        return;
    const float *row = logits + t * experts;
    Pick first = best_of(row, experts, 1.0e30f);
    Pick second = best_of(row, experts, first.value);
    float w = expf(second.value - first.value);
    expert[2 * t] = first.index;
    expert[2 * t + 1] = second.index;
    gate[2 * t] = 1.0f / (1.0f + w);
    gate[2 * t + 1] = w / (1.0f + w);
}
