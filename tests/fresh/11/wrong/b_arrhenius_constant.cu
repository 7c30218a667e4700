// fpcheck: arrhenius <<<1, 32>>> lnA=[30.0,25.0,33.5,28.0] Ea=[80000,52000,120000,65000] k=empty:4 T=350.0 n=4 want=[12.2947948480697,1250.08195646969,0.000436712263609465,288.214643262978] ref=k=want --tol rtol=1e-4,atol=0
// expect: error mismatch at line 7
// why: two digits of the gas constant are swapped: 8.341 instead of 8.314 J/(mol K)
// figure: computed k[0] = 13.439, MPFR 12.2948
// Rate constants of a reaction network, in double as the exponents are large.
namespace si {
constexpr double gas = 8.341462618;
}

__device__ double rate(double lnA, double Ea, double T)
{
    return exp(lnA - Ea / (si::gas * T));
}

__global__ void arrhenius(const double *lnA, const double *Ea, double *k, double T, int n)
{
    int i = threadIdx.x;
    if (i < n)
        k[i] = rate(lnA[i], Ea[i], T);
}
