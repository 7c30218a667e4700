// fpcheck: mann_whitney <<<1, 32>>> a=[1.5,2,2.5,3,3.5,4,2,2.5] b=[2,2.5,1,3.5,2,4.5] u=empty:1 na=8 nb=6 want=[25.5] --ref 'u=want' --tol rtol=1e-6,atol=0
// expect: error mismatch at line 14
// why: a tie counts one half for the U statistic; here it counts nothing
// figure: u[0] computed 22, MPFR 25.5
// Mann-Whitney U of sample a over sample b: pairs where a is larger, ties as halves.
__global__ void mann_whitney(const float *a, const float *b, float *u, int na, int nb)
{
    int lane = threadIdx.x;
    int pairs = na * nb;
    int twice = 0; // in halves, exact
    for (int p = lane; p < pairs; p += 32) {
        float x = a[p / nb];
        float y = b[p % nb];
        twice += x > y ? 2 : 0;
    }
    twice = __reduce_add_sync(0xffffffffu, twice);
    if (lane == 0)
        u[0] = 0.5f * (float)twice;
}
