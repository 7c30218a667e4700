// fpcheck: merge_moments<<<1, 32>>> na=[70000, 90000, 300, 0] nb=[65000, 80000, 400, 65536] ma=[1.5, 2.0, 3.0, 0.0] mb=[1.0, 4.5, 2.0, 7.0] sa=[100.0, 200.0, 50.0, 0.0] sb=[120.0, 210.0, 60.0, 80.0] s=empty:4 rows=4 ref=s=sa+sb+(mb-ma)*(mb-ma)*na*nb/(na+nb) --tol rtol=1e-13,atol=0
// expect: ok
// why: the product of two counts needs 33 bits, but is formed in double, where it is exact; an empty part has weight 0 and no division by zero
// figure: computed s[0] = 8645.9259259259252, MPFR 8645.9259259259252
#include <cuda_runtime.h>

struct Moments {
    long long n;
    double mean;
    double squares;
};

__device__ Moments merged(const Moments &a, const Moments &b)
{
    Moments r;
    r.n = a.n + b.n;
    if (r.n == 0)
        return a;
    double delta = b.mean - a.mean;
    double share = (double)b.n / (double)r.n;
    r.mean = a.mean + delta * share;
    r.squares = a.squares + b.squares + delta * delta * (double)a.n * share;
    return r;
}

__global__ void merge_moments(const int *na, const int *nb, const double *ma, const double *mb, const double *sa, const double *sb, double *s, int rows)
{
    int i = threadIdx.x;
    if (i >= rows)
        return;
    Moments a = {na[i], ma[i], sa[i]};
    Moments b = {nb[i], mb[i], sb[i]};
    s[i] = merged(a, b).squares;
}
