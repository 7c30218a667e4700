// fpcheck: merge_moments <<<1, 32>>> na=[70000,1000,50000] ma=[1.5,2.0,-1.0] qa=[100.0,20.0,300.0] nb=[70000,2000,120000] mb=[2.5,2.25,1.0] qb=[150.0,30.0,600.0] variance=empty:3 n=3 want=[0.25178751276794836,0.030565744136934532,0.8357488608064477] ref=variance=want --tol rtol=1e-4,atol=0
// expect: error integer-overflow at line 17
// why: na * nb is an int: 70000 * 70000 passes 2^31 and wraps to 605032704, before it is converted
// figure: computed 0.032654963, MPFR 0.251787513 (variance[0])
// Chan's merge of counts, means and sums of squared deviations of two partitions: GROUP BY ... VAR_SAMP.
struct Moments {
    int n;
    float mean, q;
};

__device__ Moments merge(Moments a, Moments b)
{
    Moments m;
    float delta = b.mean - a.mean;
    m.n = a.n + b.n;
    m.mean = a.mean + delta * ((float)b.n / m.n);
    m.q = a.q + b.q + delta * delta * ((float)(a.n * b.n) / m.n);
    return m;
}

__global__ void merge_moments(const int *na, const float *ma, const float *qa, const int *nb, const float *mb,
                              const float *qb, float *variance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Moments a = {na[i], ma[i], qa[i]};
        Moments b = {nb[i], mb[i], qb[i]};
        Moments m = merge(a, b);
        variance[i] = m.q / (float)(m.n - 1);
    }
}
