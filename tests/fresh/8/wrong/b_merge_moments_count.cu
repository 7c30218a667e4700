// fpcheck: merge_moments<<<1, 32>>> na=[70000, 90000, 300, 65536] nb=[65000, 80000, 400, 65536] ma=[1.5, 2.0, 3.0, 4.0] mb=[1.0, 4.5, 2.0, 7.0] sa=[100.0, 200.0, 50.0, 75.0] sb=[120.0, 210.0, 60.0, 80.0] s=empty:4 rows=4 ref=s=sa+sb+(mb-ma)*(mb-ma)*na*nb/(na+nb) --tol rtol=1e-10,atol=0
// expect: error integer overflow at line 20
// why: na * nb is a product of ints and leaves 32 bits from 46341 samples a part on, before it becomes a double
// figure: computed s[0] = 692.282785, MPFR 8645.92593
#include <cuda_runtime.h>

struct Moments {
    int n;
    double mean;
    double squares; // sum of the squared distances from the mean
};

// Chan, Golub and LeVeque's merge of two parts.
__device__ Moments merged(const Moments &a, const Moments &b)
{
    Moments r;
    double delta = b.mean - a.mean;
    r.n = a.n + b.n;
    r.mean = a.mean + delta * b.n / r.n;
    double weight = (double)(a.n * b.n) / (double)r.n;
    r.squares = a.squares + b.squares + delta * delta * weight;
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
