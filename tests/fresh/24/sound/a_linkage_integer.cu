// fpcheck: linkage <<<1, 32>>> both=[99970,40000,3,50001] first=[99990,50000,1000,70000] second=[99980,80000,300,71430] r2=empty:4 n=4 haplotypes=100000 want=[2.0006002e-08,0.0,0.0,0.0] --ref r2=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the covariance of nearly fixed alleles cancels to 2e-8 of its terms, but in 64-bit integers, exactly; only then does it become a double (1e20 in the denominator)
// figure: r2[0] is 2.00060014e-08 by MPFR, device within an ulp of binary32, tolerance 1e-6
// Linkage disequilibrium r^2 of pairs of sites from haplotype counts
__global__ void linkage(const int *both, const int *first, const int *second, float *r2, int n, int haplotypes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long total = haplotypes;
    long long a = first[i];
    long long b = second[i];
    long long d = both[i] * total - a * b;
    double va = (double)(a * (total - a));
    double vb = (double)(b * (total - b));
    r2[i] = va > 0.0 && vb > 0.0 ? (float)((double)d * (double)d / (va * vb)) : 0.0f;
}
