// fpcheck: side_of_edge <<<1, 32>>> ax=[17,1017,2017,3017,4017,5017,6017,7017] ay=[2000,2031,2062,2093,2124,2155,2186,2217] bx=[8218,9218,10218,11218,12218,13218,6117,7047] by=[10662,10500,10744,10507,10525,10561,2236,2417] px=[7880,9065,9877,11141,12177,13178,6047,7117] py=[10305,10342,10383,10428,10483,10520,2386,2267] side=empty:8 n=8 want=[-1,-1,1,-1,-1,-1,1,-1] ref=side=want --tol bitwise
// expect: ok
// why: both products are split into a rounded part and its exact error by fma, so the sign of the determinant is right though a plain one would be wrong; the differences are of small integers and exact
// figure: computed side[0] = -1, MPFR -1 (determinant -1); error 0, tolerance 0
struct Two {
    float hi, lo;
};

__device__ Two product(float a, float b)
{
    Two r;
    r.hi = __fmul_rn(a, b);
    r.lo = __fmaf_rn(a, b, -r.hi);
    return r;
}

// Sign of a*d - b*c for integers of up to 14 bits.
__device__ int sign_of(float a, float b, float c, float d)
{
    Two p = product(a, d), q = product(b, c);
    if (p.hi != q.hi) {
        float gap = __fsub_rn(p.hi, q.hi);
        float rest = __fsub_rn(p.lo, q.lo);
        float s = __fadd_rn(gap, rest);
        return s > 0.0f ? 1 : s < 0.0f ? -1 : 0;
    }
    return p.lo > q.lo ? 1 : p.lo < q.lo ? -1 : 0;
}

__global__ void side_of_edge(const float *ax, const float *ay, const float *bx, const float *by, const float *px, const float *py,
                             int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    side[i] = sign_of(bx[i] - ax[i], by[i] - ay[i], px[i] - ax[i], py[i] - ay[i]);
}
