// fpcheck: halton_normals<<<1, 64>>> z=empty:64 first=120 want=[-1.1891643501993368,0.29810241293048684,-0.3393116065388172,1.1131942771609287,-0.6992833023832199,0.6501040706479952,-0.01958428523012692,2.4175590162365053,-2.6600674686174597,0.009791673161345346,-0.6622476824884141,0.6868337485747306,-1.1315765583861883,0.32895791264049107,-0.30835463134483726,1.169536610207143,-1.503102943129274,0.1672320083708501,-0.477771988903886,0.9017541138301001,-0.8727258946270402,0.49984034488373513,-0.14740482161235482,1.5666885860684132,-1.8098922384806082,0.08823801944992446,-0.5675913235445692,0.7897265199432658,-0.993815907860883,0.4128896014436542,-0.2271430625027153,1.341717841080254,-1.2950224067058145,0.24728521534080486,-0.3916558710925914,1.0264330631379108,-0.7632530437325705,0.5907506580628188,-0.06859437050511812,1.9213507742937033,-2.063527898316244,0.048977157202131937,-0.6142312890602453,0.7373040004386543,-1.060180479435355,0.3705972911096292,-0.2675282061010972,1.2509917154625452,-1.3915374879959006,0.2070926527243603,-0.43431116117520957,0.9622231952954207,-0.816765415315091,0.5447325129881758,-0.10791577948918656,1.7172281175057413,-1.637325382768064,0.12763541906627032,-0.5221548775980015,0.8444150773752572,-0.9315628300071145,0.45593391561313873,-0.18712516222572081,1.4450725798180744] ref=z=want --tol rtol=1e-7,atol=1e-7
// fpcheck+ moments<<<1, 64>>> out=empty:4 spot=100 strike=105 vol=0.2
// expect: error wrong constant (mismatch) at line 18
// why: two digits of a coefficient are swapped: -2.004758... for -2.400758...
// figure: computed -2.386628962, MPFR -2.660067469 (z[8], u = 0.00390625)
// Quasi-random normals: Halton points by radical inversion, mapped through the inverse normal distribution
// (Acklam's rational approximation, relative error 1.15e-9), and the first moments of the set.
#define POINTS 64

// The lower and upper regions begin here.
#define P_LOW 0.02425

__constant__ double central_num[6] = {-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
                                      1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00};
__constant__ double central_den[5] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                                      6.680131188771972e+01, -1.328068155288572e+01};
__constant__ double tail_num[6] = {-7.784894002430293e-03, -3.223964580411365e-01,
                                   -2.004758277161838e+00,
                                   -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00};
__constant__ double tail_den[4] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                                   3.754408661907416e+00};

template <int BASE>
__device__ double radical_inverse(unsigned index)
{
    double factor = 1.0 / BASE;
    double r = 0.0;
    while (index > 0) {
        r += factor * (double)(index % BASE);
        index /= BASE;
        factor /= BASE;
    }
    return r;
}

template <int DEGREE>
__device__ double horner(const double *c, double x, double first)
{
    double s = first;
#pragma unroll
    for (int i = 0; i < DEGREE; i++)
        s = s * x + c[i];
    return s;
}

// p below P_LOW: a function of sqrt(-2 log p).
__device__ double tail(double p)
{
    double q = sqrt(-2.0 * log(p));
    double num = horner<6>(tail_num, q, 0.0);
    double den = horner<4>(tail_den, q, 0.0) * q + 1.0;
    return num / den;
}

__device__ double central(double p)
{
    double q = p - 0.5;
    double r = q * q;
    double num = horner<6>(central_num, r, 0.0) * q;
    double den = horner<5>(central_den, r, 0.0) * r + 1.0;
    return num / den;
}

__device__ double inverse_normal(double p)
{
    if (p < P_LOW)
        return tail(p);
    if (p > 1.0 - P_LOW)
        return -tail(1.0 - p);
    return central(p);
}

// A point and its mirror image, for the antithetic estimate below.
struct Pair {
    double up, down;
};

__device__ Pair antithetic(double z)
{
    Pair p = {z, -z};
    return p;
}

__device__ double payoff(double z, double spot, double strike, double vol)
{
    double s = spot * exp(vol * z - 0.5 * vol * vol);
    return s > strike ? s - strike : 0.0;
}

__device__ double block_sum(double v, double *part)
{
    int t = threadIdx.x;
    part[t] = v;
    __syncthreads();
    for (int d = POINTS / 2; d > 0; d >>= 1) {
        if (t < d)
            part[t] += part[t + d];
        __syncthreads();
    }
    double s = part[0];
    __syncthreads();
    return s;
}

__global__ void halton_normals(double *z, int first)
{
    int i = threadIdx.x;
    double u = radical_inverse<2>((unsigned)(first + i));
    z[i] = inverse_normal(u);
}

// Mean, second moment, and the mean payoff of a call over pairs.
__global__ void moments(const double *z, double *out, double spot, double strike, double vol)
{
    __shared__ double part[POINTS];
    int i = threadIdx.x;
    double v = z[i];

    double first = block_sum(v, part);
    double second = block_sum(v * v, part);

    Pair p = antithetic(v);
    double up = payoff(p.up, spot, strike, vol);
    double down = payoff(p.down, spot, strike, vol);
    double call = block_sum(0.5 * (up + down), part);

    if (i == 0) {
        out[0] = first / POINTS;
        out[1] = second / POINTS;
        out[2] = call / POINTS;
        out[3] = (double)POINTS;
    }
}

// The largest and the smallest normal of the set, by one warp over both halves.
__global__ void extremes(const double *z, double *range)
{
    double lo = fmin(z[threadIdx.x], z[threadIdx.x + 32]);
    double hi = fmax(z[threadIdx.x], z[threadIdx.x + 32]);
    for (int d = 16; d > 0; d >>= 1) {
        lo = fmin(lo, __shfl_xor_sync(0xffffffffu, lo, d));
        hi = fmax(hi, __shfl_xor_sync(0xffffffffu, hi, d));
    }
    if (threadIdx.x == 0) {
        range[0] = lo;
        range[1] = hi;
    }
}

// Empirical distribution for a plot: how many of the normals lie below each of the edges.
__global__ void below_edges(const double *z, const double *edge, int *count, int edges)
{
    int e = threadIdx.x;
    if (e >= edges)
        return;
    int c = 0;
    for (int i = 0; i < POINTS; i++)
        c += z[i] < edge[e];
    count[e] = c;
}
