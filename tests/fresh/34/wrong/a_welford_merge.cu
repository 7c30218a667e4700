// fpcheck: merge_partials <<<1, 32>>> count=@a_welford_merge_count.npy mean=@a_welford_merge_mean.npy m2=@a_welford_merge_m2.npy variance=empty:32 parts=8 --ref 'variance=@a_welford_merge_var.npy' --tol rtol=1e-9,atol=0
// expect: error overflow at line 17
// why: Chan's merge of partial variances multiplies the two counts in 32 bits; with 50000 rows a part the product passes 2^31 from the second merge on (reported of several engines' merge steps)
// figure: variance[19] computed -0.164711008, exact 5.97280642 (32 of 32 elements off)
struct Moments {
    int n;
    double mean;
    double m2;
};

__device__ Moments merge(const Moments& a, const Moments& b)
{
    Moments r;
    r.n = a.n + b.n;
    double delta = b.mean - a.mean;
    r.mean = a.mean + delta * b.n / r.n;
    r.m2 = a.m2 + b.m2 + delta * delta * (a.n * b.n) / r.n;
    return r;
}

__global__ void merge_partials(const int* count, const double* mean, const double* m2, double* variance, int parts)
{
    int g = threadIdx.x;
    Moments all = {count[g * parts], mean[g * parts], m2[g * parts]};
    for (int p = 1; p < parts; ++p) {
        Moments next = {count[g * parts + p], mean[g * parts + p], m2[g * parts + p]};
        all = merge(all, next);
    }
    variance[g] = all.m2 / all.n;
}
