// fpcheck: trend <<<1, 32>>> t=[1700000000.25,1700000004.25,1700000008.25,1700000009.75,1700000013.75,1700000015.25,1700000019.25,1700000023.25,1700000024.75,1700000028.75,1700000030.25,1700000034.25,1700000038.25,1700000039.75,1700000043.75,1700000045.25,1700000049.25,1700000053.25,1700000054.75,1700000058.75,1700000060.25,1700000064.25,1700000068.25,1700000069.75,1700000073.75,1700000075.25,1700000079.25,1700000083.25,1700000084.75,1700000088.75,1700000090.25,1700000094.25,1700000098.25,1700000099.75,1700000103.75,1700000105.25,1700000109.25,1700000113.25,1700000114.75,1700000118.75] y=[19.25,20.375,19.75,20.875,20.25,21.375,20.75,20.125,21.25,20.625,21.75,21.125,22.25,21.625,21.0,22.125,21.5,22.625,22.0,23.125,22.5,21.875,23.0,22.375,23.5,22.875,24.0,23.375,22.75,23.875,23.25,24.375,23.75,24.875,24.25,23.625,24.75,24.125,25.25,24.625] slope=empty:1 n=40 want=[0.04194554146747038] ref=slope=want --tol rtol=1e-12,atol=0
// expect: ok
// why: time stamps of 1.7e9 seconds enter sums of squares and the moments of lanes (some with one sample, some with two) are merged out of order: all times are first taken from the earliest one, exactly, in binary64, and the merge is of Chan
// figure: computed 0.041945541467470378 within 1e-14 relative, tolerance 1e-12
// Least-squares trend of a sensor over Unix time: one warp, co-moments updated in a lane and merged across lanes.
template <typename Real>
struct Comoments {
    Real n, mt, my, tt, ty;

    __device__ void add(Real t, Real y)
    {
        n += 1;
        Real dt = t - mt;
        mt += dt / n;
        my += (y - my) / n;
        tt += dt * (t - mt);
        ty += dt * (y - my);
    }

    __device__ void merge(const Comoments &o)
    {
        Real total = n + o.n;
        if (total == 0)
            return;
        Real dt = o.mt - mt, dy = o.my - my, w = n * o.n / total;
        tt += o.tt + dt * dt * w;
        ty += o.ty + dt * dy * w;
        mt += dt * (o.n / total);
        my += dy * (o.n / total);
        n = total;
    }
};

__global__ void trend(const double *t, const double *y, double *slope, int n)
{
    Comoments<double> c = {0, 0, 0, 0, 0};
    for (int i = threadIdx.x; i < n; i += 32)
        c.add(t[i] - t[0], y[i]);
    for (int d = 16; d > 0; d >>= 1) {
        Comoments<double> o;
        o.n = __shfl_down_sync(0xffffffffu, c.n, d);
        o.mt = __shfl_down_sync(0xffffffffu, c.mt, d);
        o.my = __shfl_down_sync(0xffffffffu, c.my, d);
        o.tt = __shfl_down_sync(0xffffffffu, c.tt, d);
        o.ty = __shfl_down_sync(0xffffffffu, c.ty, d);
        c.merge(o);
    }
    if (threadIdx.x == 0)
        *slope = c.ty / c.tt;
}
