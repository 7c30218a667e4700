// fpcheck: scores <<<8, 32>>> q=uniform(0.5,1):8x64 k=uniform(0.5,1):8x64 s=empty:8 d=64 --ref s=sum(q*k,1)/sqrt(d) --tol rtol=1e-4,atol=1e-5
// expect: error mismatch with reference at line 13: the score is divided by d, not by sqrt(d)
// Score of each query with its own key (diagonal of the attention matrix), a warp a query.
__global__ void scores(const float* __restrict__ q, const float* __restrict__ k, float* __restrict__ s, int d)
{
    const int row = blockIdx.x;
    float acc = 0.0f;
    for (int j = threadIdx.x; j < d; j += 32)
        acc = fmaf(q[row * d + j], k[row * d + j], acc);
    for (int o = 16; o; o >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, o);
    if (threadIdx.x == 0)
        s[row] = acc / (float)d;
}
