// fpcheck: merge_groups <<<1, 32>>> na=[1000,60000,100000,7] nb=[2000,50000,80000,9] ma=[1.0,2.0,5.0,1.5] mb=[1.5,2.5,4.0,1.0] m2a=[900.0,50000.0,90000.0,5.0] m2b=[2100.0,45000.0,70000.0,8.0] variance=empty:4 groups=4 want=[1.05590752,0.92562825,1.13580878,0.932291667] ref=variance=want --tol rtol=1e-5
// expect: error integer overflow at line 16
// why: na * nb is a product of two 32-bit counts: 60000 * 50000 does not fit, and the between-group term changes its sign or size
// figure: computed variance[1] = 0.836888, MPFR 0.925628
// Variance of two partial groups put together (Chan, Golub, LeVeque).
struct Partial {
    int n;
    float mean, m2;
};

__device__ Partial merged(const Partial &a, const Partial &b)
{
    Partial r;
    r.n = a.n + b.n;
    float d = b.mean - a.mean;
    float weight = (float)(a.n * b.n) / (float)r.n;
    r.mean = a.mean + d * ((float)b.n / (float)r.n);
    r.m2 = a.m2 + b.m2 + d * d * weight;
    return r;
}

__global__ void merge_groups(const int *na, const int *nb, const float *ma, const float *mb, const float *m2a,
                             const float *m2b, float *variance, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups)
        return;
    Partial a = {na[g], ma[g], m2a[g]};
    Partial b = {nb[g], mb[g], m2b[g]};
    Partial r = merged(a, b);
    variance[g] = r.m2 / (float)(r.n - 1);
}
