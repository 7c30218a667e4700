// fpcheck: ndcg <<<1, 32>>> relevance=[0,2,1,1,2,3,1,2,3,2,3,0,0,2,3,3,3,3] ideal=[3,2,2,1,1,0,3,3,2,2,1,0,3,3,3,3,2,0] score=empty:3 k=6 users=3 want=[0.5778135989115868,0.7120596330029775,0.7128161447328462] ref=score=want --tol rtol=1e-4,atol=1e-5
// expect: error nan at line 14
// why: the discount of rank 0 is 1 / log2(1), infinite: the quotient of two infinities is NaN, which fminf turns into a perfect score of 1
// figure: computed score[0] = 1, MPFR 0.577813599
__device__ float gain(int relevance)
{
    return exp2f((float)relevance) - 1.0f;
}

__device__ float dcg(const int *relevance, int k)
{
    float s = 0.0f;
    for (int rank = 0; rank < k; rank++)
        s += gain(relevance[rank]) / log2f(rank + 1.0f);
    return s;
}

// NDCG@k of the lists of several users; lists without a relevant item score 0.
__global__ void ndcg(const int *relevance, const int *ideal, float *score, int k, int users)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= users)
        return;
    float best = dcg(ideal + u * k, k);
    float mine = dcg(relevance + u * k, k);
    score[u] = best == 0.0f ? 0.0f : fminf(mine / best, 1.0f);
}
