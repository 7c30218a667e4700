// fpcheck: flips_needed<<<1, 32>>> pa=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] pb=[395.0, 684.0, 701.0, 680.0, 1351.0, 1350.0, 567.0, 769.0] pc=[831.0, 1439.0, 1836.0, 1781.0, 2703.0, 2701.0, 1541.0, 2090.0] pd=[-882371295.0, -135389650.0, -2290879763.0, -332341121.0, -8264039536.0, -1192367292.0, -891350568.0, 3102051282.0] flip=empty:4 exact=inout:zeros:1:i32 count=4 ref=flip=@b_flips.npy --tol bitwise
// expect: ok
// why: the determinant in double has the wrong sign here, but a bound scaled by the permanent sends all four triangles to the exact stage
// figure: computed flip equals the exact sign for all four (the filter passes none of them on), error 0
#include <cuda_runtime.h>

// Nonoverlapping expansions after Shewchuk: components by increasing magnitude, zeros are left in.
struct Two {
    double hi;
    double lo;
};

__device__ Two two_sum(double a, double b)
{
    Two r;
    r.hi = __dadd_rn(a, b);
    double bb = __dsub_rn(r.hi, a);
    r.lo = __dadd_rn(__dsub_rn(a, __dsub_rn(r.hi, bb)), __dsub_rn(b, bb));
    return r;
}

__device__ Two two_product(double a, double b)
{
    Two r;
    r.hi = __dmul_rn(a, b);
    r.lo = __fma_rn(a, b, -r.hi);
    return r;
}

// e (ne components) + f (nf components) into h (ne + nf components), by growing one component at a time.
__device__ int expansion_sum(const double *e, int ne, const double *f, int nf, double *h)
{
    for (int i = 0; i < ne; ++i)
        h[i] = e[i];
    int n = ne;
    for (int j = 0; j < nf; ++j) {
        double q = f[j];
        for (int i = 0; i < n; ++i) {
            Two s = two_sum(q, h[i]);
            h[i] = s.lo;
            q = s.hi;
        }
        h[n++] = q;
    }
    return n;
}

// e * b into h (2 * ne components).
__device__ int expansion_scale(const double *e, int ne, double b, double *h)
{
    Two p = two_product(e[0], b);
    h[0] = p.lo;
    double q = p.hi;
    int n = 1;
    for (int i = 1; i < ne; ++i) {
        Two t = two_product(e[i], b);
        Two s = two_sum(q, t.lo);
        h[n++] = s.lo;
        Two f = two_sum(t.hi, s.hi);
        h[n++] = f.lo;
        q = f.hi;
    }
    h[n++] = q;
    return n;
}

__device__ int expansion_sign(const double *e, int n)
{
    for (int i = n - 1; i >= 0; --i) {
        if (e[i] > 0.0)
            return 1;
        if (e[i] < 0.0)
            return -1;
    }
    return 0;
}

// ax * by - bx * ay, exactly.
__device__ int cross_exact(double ax, double ay, double bx, double by, double *h)
{
    Two p = two_product(ax, by);
    Two q = two_product(-bx, ay);
    double e[2] = {p.lo, p.hi};
    double f[2] = {q.lo, q.hi};
    return expansion_sum(e, 2, f, 2, h);
}

// cross * (x * x + y * y), exactly: 4 components become 32.
__device__ int lifted(const double *cross, double x, double y, double *h)
{
    double once[8];
    double xx[16];
    double yy[16];
    int n = expansion_scale(cross, 4, x, once);
    int nx = expansion_scale(once, n, x, xx);
    n = expansion_scale(cross, 4, y, once);
    int ny = expansion_scale(once, n, y, yy);
    return expansion_sum(xx, nx, yy, ny, h);
}

// The sign of the determinant, for differences that are exact (integer coordinates below 2^52).
__device__ int in_circle_exact(double adx, double ady, double bdx, double bdy, double cdx, double cdy)
{
    double cross[4];
    double a[32];
    double b[32];
    double c[32];
    double ab[64];
    double all[96];
    cross_exact(bdx, bdy, cdx, cdy, cross);
    int na = lifted(cross, adx, ady, a);
    cross_exact(cdx, cdy, adx, ady, cross);
    int nb = lifted(cross, bdx, bdy, b);
    cross_exact(adx, ady, bdx, bdy, cross);
    int nc = lifted(cross, cdx, cdy, c);
    int n = expansion_sum(a, na, b, nb, ab);
    n = expansion_sum(ab, n, c, nc, all);
    return expansion_sign(all, n);
}

constexpr double Epsilon = 1.0 / 9007199254740992.0; // 2^-53
constexpr double FilterBound = (10.0 + 96.0 * Epsilon) * Epsilon;

// Must the edge bc of triangle abc be flipped because d lies in its circle? Counts the exact evaluations.
__global__ void flips_needed(const double *pa, const double *pb, const double *pc, const double *pd, int *flip, int *exact, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;

    double dx = pd[2 * i];
    double dy = pd[2 * i + 1];
    double adx = pa[2 * i] - dx;
    double ady = pa[2 * i + 1] - dy;
    double bdx = pb[2 * i] - dx;
    double bdy = pb[2 * i + 1] - dy;
    double cdx = pc[2 * i] - dx;
    double cdy = pc[2 * i + 1] - dy;

    double bdxcdy = bdx * cdy;
    double cdxbdy = cdx * bdy;
    double cdxady = cdx * ady;
    double adxcdy = adx * cdy;
    double adxbdy = adx * bdy;
    double bdxady = bdx * ady;
    double alift = adx * adx + ady * ady;
    double blift = bdx * bdx + bdy * bdy;
    double clift = cdx * cdx + cdy * cdy;

    double det = alift * (bdxcdy - cdxbdy) + blift * (cdxady - adxcdy) + clift * (adxbdy - bdxady);
    double permanent = (fabs(bdxcdy) + fabs(cdxbdy)) * alift + (fabs(cdxady) + fabs(adxcdy)) * blift + (fabs(adxbdy) + fabs(bdxady)) * clift;

    int sign;
    if (fabs(det) > FilterBound * permanent) {
        sign = det > 0.0 ? 1 : -1;
    } else {
        atomicAdd(exact, 1);
        sign = in_circle_exact(adx, ady, bdx, bdy, cdx, cdy);
    }
    flip[i] = sign > 0;
}
