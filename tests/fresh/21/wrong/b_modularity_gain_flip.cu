// fpcheck: best_community<<<1, 32>>> inside=[[3975,3986,3984,3976],[3977,3988,3986,3978],[3973,3984,3982,3974],[3981,3992,3990,3982]] total=[993406,996255,995802,993656] degree=[4001,4003,3999,4007] chosen=empty:4 vertices=4 communities=4 edges2=1000003 want=[0,0,3,0] --ref 'chosen=want' --tol bitwise
// expect: error cancellation at line 17
// why: both products are near 4e9 and rounded to 256, their difference is a few hundred: the better community loses to a worse one by rounding
// figure: computed chosen[2] = 0, MPFR 3 (gains [381325, -11793, -200252, 381578] exactly, [381440.0, -11776.0, -200192.0, 381440.0] in floats)
// Louvain: vertex v moves to the community with the largest k_in 2m - k_v tot; the first wins a tie.
__global__ void best_community(const float *inside, const float *total, const float *degree, int *chosen, int vertices, int communities, float edges2)
{
    int v = threadIdx.x;
    if (v >= vertices)
        return;
    int best = 0;
    float best_gain = -INFINITY;
    for (int c = 0; c < communities; ++c)
    {
        float attraction = __fmul_rn(inside[v * communities + c], edges2);
        float expected = __fmul_rn(degree[v], total[c]);
        float gain = attraction - expected;
        if (gain > best_gain)
        {
            best_gain = gain;
            best = c;
        }
    }
    chosen[v] = best;
}
