// fpcheck: cpg_forward <<<1, 8>>> seq=randint(0,3):8x300 logp=empty:8 n=8 len=300
// expect: error hidden underflow at line 27
// why: the forward probabilities of 300 bases underflow to zero, logf gives -inf and the floor of -1e4 hides it
// figure: computed -10000, MPFR -418.7646
// CpG island model: two hidden states, four letters, a thread a sequence
__device__ float emission(int state, int base)
{
    const float island[4] = {0.155f, 0.341f, 0.350f, 0.154f};
    const float sea[4] = {0.262f, 0.246f, 0.239f, 0.253f};
    return state == 0 ? island[base & 3] : sea[base & 3];
}

struct Forward {
    float island, sea;
};

__device__ Forward start(int base)
{
    Forward f = {0.5f * emission(0, base), 0.5f * emission(1, base)};
    return f;
}

__device__ Forward advance(Forward f, int base)
{
    const float stay = 0.95f, leave = 0.05f;
    Forward g;
    g.island = (f.island * stay + f.sea * leave) * emission(0, base);
    g.sea = (f.sea * stay + f.island * leave) * emission(1, base);
    return g;
}

__global__ void cpg_forward(const int *seq, float *logp, int n, int len)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n)
        return;
    const int *q = seq + s * len;
    Forward f = start(q[0]);
    for (int i = 1; i < len; i++) {
        f = advance(f, q[i]);
    }
    float lp = logf(f.island + f.sea);
    logp[s] = fmaxf(lp, -1e4f); // impossible sequences are floored
}
