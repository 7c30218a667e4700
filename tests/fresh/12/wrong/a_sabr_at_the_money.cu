// fpcheck: smile <<<1, 32>>> strike=[0.02,0.025,0.03,0.035,0.04] vol=empty:5 forward=0.03 expiry=2.0 alpha=0.035 beta=0.5 rho=-0.3 nu=0.4 n=5
// expect: error NaN hidden by clamp at line 95
// why: at strike = forward both z and x(z) are 0: the ratio is NaN, and the clamp to [1e-4, 5] makes 1e-4 of it; the limit is 1
// figure: computed vol[2] = 1e-4, MPFR 0.2056806
// Hagan's lognormal SABR formula over the strikes of a smile:
//
//   vol = leading * z / x(z) * (1 + correction * expiry)
#include <cuda_runtime.h>

struct Sabr {
    float alpha, beta, rho, nu;
};

struct Quote {
    float forward, strike, expiry;
};

struct Moneyness {
    float log_ratio;    // ln(F / K)
    float geometric;    // (F K)^((1 - beta) / 2)
    float one_minus;    // 1 - beta
};

// ---------------------------------------------------------------- helpers

__device__ inline float squared(float x)
{
    return x * x;
}

__device__ inline float fourth(float x)
{
    float s = x * x;
    return s * s;
}

__device__ inline float clamped(float v, float low, float high)
{
    return fminf(fmaxf(v, low), high);
}

__device__ inline Sabr sabr_of(float alpha, float beta, float rho, float nu)
{
    Sabr s;
    s.alpha = alpha;
    s.beta = beta;
    s.rho = rho;
    s.nu = nu;
    return s;
}

__device__ inline Quote quote_of(float forward, float strike, float expiry)
{
    Quote q;
    q.forward = forward;
    q.strike = strike;
    q.expiry = expiry;
    return q;
}

__device__ Moneyness moneyness(const Quote &q, const Sabr &s)
{
    Moneyness m;
    m.one_minus = 1.0f - s.beta;
    m.log_ratio = logf(q.forward / q.strike);
    m.geometric = powf(q.forward * q.strike, 0.5f * m.one_minus);
    return m;
}

// ---------------------------------------------------------------- the parts of the formula

// alpha / ((F K)^((1-b)/2) (1 + (1-b)^2/24 ln^2 + (1-b)^4/1920 ln^4))
__device__ float leading(const Moneyness &m, const Sabr &s)
{
    float l2 = squared(m.log_ratio);
    float series = 1.0f + squared(m.one_minus) * l2 / 24.0f + fourth(m.one_minus) * l2 * l2 / 1920.0f;
    return s.alpha / (m.geometric * series);
}

__device__ inline float z_of(const Moneyness &m, const Sabr &s)
{
    return s.nu / s.alpha * m.geometric * m.log_ratio;
}

// x(z) = ln((sqrt(1 - 2 rho z + z^2) + z - rho) / (1 - rho))
__device__ inline float x_of(float z, float rho)
{
    float root = sqrtf(1.0f - 2.0f * rho * z + z * z);
    return logf((root + z - rho) / (1.0f - rho));
}

__device__ inline float skew_factor(const Moneyness &m, const Sabr &s)
{
    float z = z_of(m, s);
    return z / x_of(z, s.rho);
}

struct Correction {
    float level, mixed, of_vol;
};

__device__ Correction correction(const Moneyness &m, const Sabr &s)
{
    Correction c;
    c.level = squared(m.one_minus) * squared(s.alpha) / (24.0f * squared(m.geometric));
    c.mixed = 0.25f * s.rho * s.beta * s.nu * s.alpha / m.geometric;
    c.of_vol = (2.0f - 3.0f * squared(s.rho)) * squared(s.nu) / 24.0f;
    return c;
}

__device__ inline float time_factor(const Correction &c, float expiry)
{
    return 1.0f + (c.level + c.mixed + c.of_vol) * expiry;
}

// ---------------------------------------------------------------- the volatility

__device__ float implied(const Quote &q, const Sabr &s)
{
    Moneyness m = moneyness(q, s);
    Correction c = correction(m, s);
    return leading(m, s) * skew_factor(m, s) * time_factor(c, q.expiry);
}

__device__ inline bool valid(const Sabr &s)
{
    return s.alpha > 0.0f && s.nu >= 0.0f && s.rho > -1.0f && s.rho < 1.0f && s.beta >= 0.0f && s.beta <= 1.0f;
}

__device__ inline bool valid(const Quote &q)
{
    return q.forward > 0.0f && q.strike > 0.0f && q.expiry > 0.0f;
}

// ---------------------------------------------------------------- the kernel

__global__ void smile(const float *strike, float *vol, float forward, float expiry, float alpha, float beta, float rho,
                      float nu, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Sabr s = sabr_of(alpha, beta, rho, nu);
    Quote q = quote_of(forward, strike[i], expiry);
    if (!valid(s) || !valid(q)) {
        vol[i] = 0.0f;
        return;
    }
    vol[i] = clamped(implied(q, s), 1e-4f, 5.0f);
}
