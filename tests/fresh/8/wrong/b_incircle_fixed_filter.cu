// fpcheck: in_circle<<<1, 8>>> pa=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] pb=[395.0, 684.0, 701.0, 680.0, 1351.0, 1350.0, 567.0, 769.0] pc=[831.0, 1439.0, 1836.0, 1781.0, 2703.0, 2701.0, 1541.0, 2090.0] pd=[-882371295.0, -135389650.0, -2290879763.0, -332341121.0, -8264039536.0, -1192367292.0, -891350568.0, 3102051282.0] side=empty:4 count=4 ref=side=@b_incircle.npy --tol bitwise
// expect: error flipped decision at line 138
// why: the filter compares the determinant with a fixed 1e-12, so the exact stage is never reached although the rounding error is far above every determinant here
// figure: computed det = 5.57842e+18 and side[0] = 1, exact det = -490724820 and -1
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

// Is d inside (1), outside (-1) or on (0) the circle through a, b, c, given counterclockwise?
__device__ int in_circle_sign(double2 a, double2 b, double2 c, double2 d)
{
    double adx = a.x - d.x;
    double ady = a.y - d.y;
    double bdx = b.x - d.x;
    double bdy = b.y - d.y;
    double cdx = c.x - d.x;
    double cdy = c.y - d.y;

    double alift = adx * adx + ady * ady;
    double blift = bdx * bdx + bdy * bdy;
    double clift = cdx * cdx + cdy * cdy;

    double det = alift * (bdx * cdy - cdx * bdy) + blift * (cdx * ady - adx * cdy) + clift * (adx * bdy - bdx * ady);

    const double tiny = 1e-12;
    if (fabs(det) > tiny)
        return det > 0.0 ? 1 : -1;

    return in_circle_exact(adx, ady, bdx, bdy, cdx, cdy);
}

__global__ void in_circle(const double *pa, const double *pb, const double *pc, const double *pd, int *side, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double2 a = make_double2(pa[2 * i], pa[2 * i + 1]);
    double2 b = make_double2(pb[2 * i], pb[2 * i + 1]);
    double2 c = make_double2(pc[2 * i], pc[2 * i + 1]);
    double2 d = make_double2(pd[2 * i], pd[2 * i + 1]);
    side[i] = in_circle_sign(a, b, c, d);
}
