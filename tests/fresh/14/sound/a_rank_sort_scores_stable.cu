// fpcheck: rank_sort <<<1, 32>>> x=[4.5,4,2,0,4,0,4.5,0.5,1.5,1,3,1,1.5,0,5.5,1,1,3.5,0.5,5,4.5,2,2,2] sorted=empty:24 n=24 want=[0,0,0,0.5,0.5,1,1,1,1,1.5,1.5,2,2,2,2,3,3.5,4,4,4.5,4.5,4.5,5,5.5] --ref sorted=want --tol rtol=1e-6,atol=0
// expect: ok
// why: equal scores are told apart by their number, so that ranks are a permutation; equality of floats is what is meant here
// figure: exact copies
// Enumeration sort of few scores: everyone finds its own place.
__global__ void rank_sort(const float *x, float *sorted, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t < n)
        s[t] = x[t];
    __syncthreads();
    if (t >= n)
        return;
    float mine = s[t];
    int rank = 0;
    for (int j = 0; j < n; j++)
        rank += s[j] < mine || (s[j] == mine && j < t) ? 1 : 0;
    sorted[rank] = mine;
}
