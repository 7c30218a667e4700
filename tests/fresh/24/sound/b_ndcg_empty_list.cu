// fpcheck: ndcg <<<1, 32>>> relevance=[1,0,1,1,3,0,0,3,2,0,1,2,0,0,0,0,0,0] ideal=[3,1,1,1,0,0,3,2,2,1,0,0,0,0,0,0,0,0] score=empty:3 k=6 users=3 want=[0.5417962517624815,0.6811110938939959,0.0] ref=score=want --tol rtol=1e-5,atol=0
// expect: ok
// why: a list without any relevant item would be 0 / 0; it is told before the division and scores 0
// figure: error about 2e-7 of 1e-5
__device__ float dcg(const int *relevance, int k)
{
    float s = 0.0f;
    for (int rank = 0; rank < k; rank++)
        s += (float)((1 << relevance[rank]) - 1) / log2f(rank + 2.0f);
    return s;
}

__global__ void ndcg(const int *relevance, const int *ideal, float *score, int k, int users)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= users)
        return;
    float best = dcg(ideal + u * k, k);
    float mine = dcg(relevance + u * k, k);
    score[u] = best > 0.0f ? fminf(mine / best, 1.0f) : 0.0f;
}
