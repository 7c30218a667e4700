// fpcheck: evaluate <<<1, 32>>> coefficient=[86696996,358960673,37136715,662290779,940066446,789901096,725783483,947952796,152457643,958386190,97090199,242081128,717694005,644812402,812797304,206285441] x=[170715071,404508042,57685430,609274077,791209778,481109562,410921136,190596439,65815323,745388725,104385619,318632539,136033054,333779046,378620366,228695051,819927508,136307578,186526737,225640501,292843122,922839275,721526046,97749540,489228686,290573232,579114190,716954968,64252059,910017298,607610203,356181116] y=empty:32 degree=16 n=32 want=[660788763,274216332,379695297,635772194,160019750,910402566,484578729,623397416,815995650,852506909,964376890,922865831,442156896,595680423,236722258,252303909,551294473,699816542,318482952,235576537,241875237,251791022,590923161,312255454,249130963,262336697,631359678,863929390,961866776,961072025,495971387,603088759] ref=y=want --tol bitwise
// expect: ok
// why: products of 60 bits are reduced by a multiplication with a rounded-down reciprocal: the quotient is at most one too small, which one subtraction mends
// figure: computed y[0]=660788763, MPFR 660788763 (exact)
// Evaluates a polynomial over the field of 998244353 elements (error-correcting code), Horner with Barrett's reduction.
typedef unsigned long long u64;

#define PRIME 998244353u
#define RECIPROCAL (0xffffffffffffffffull / PRIME)

__device__ __forceinline__ unsigned reduce(u64 v)
{
    const u64 quotient = __umul64hi(v, RECIPROCAL);
    u64 r = v - quotient * PRIME;
    if (r >= PRIME)
        r -= PRIME;
    return (unsigned)r;
}

__global__ void evaluate(const unsigned *coefficient, const unsigned *x, unsigned *y, int degree, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = 0;
    for (int k = degree - 1; k >= 0; k--)
        a = reduce((u64)a * x[i] + coefficient[k]);
    y[i] = a;
}
