// fpcheck: ndcg<<<2, 32>>> relevance=[[0,1,2,2,3,2,0,3,4,3,4,4,3,2,0,2,3,3,4,1],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]] ideal=[[4,4,4,4,3,3,3,3,3,3,2,2,2,2,2,1,1,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]] score=empty:2 n=20
// expect: ok
// why: 2^rel - 1 is exact for small integers by a shift, the discount log2(rank + 1) is at least 1, so nothing cancels or divides by zero; a list without relevant documents scores 0
// figure: computed score[0] = 0.608959675, MPFR 0.608959695; score[1] = 0, 0
__device__ float gain(int relevance)
{
    return (float)((1 << relevance) - 1);
}

__device__ float dcg(const int *relevance, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += gain(relevance[i]) / log2f(i + 2.0f);
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    return sum;
}

__global__ void ndcg(const int *relevance, const int *ideal, float *score, int n)
{
    float got = dcg(relevance + blockIdx.x * n, n);
    float best = dcg(ideal + blockIdx.x * n, n);
    if (threadIdx.x == 0)
        score[blockIdx.x] = best > 0.0f ? got / best : 0.0f;
}
