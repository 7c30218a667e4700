// fpcheck: sensitivities <<<1, 32>>> spot=[95,100,105,110,90,101] strike=[100,100,100,105,95,98] years=[0.5,1,0.25,2,0.75,1.5] price=empty:6 delta=empty:6 gamma=empty:6 vega=empty:6 book=empty:4 rate=0.03 dividend=0.01 sigma=0.2 n=6
// expect: error cancellation at line 115
// why: gamma by a second difference of float prices with a bump of a ten-thousandth of the spot: prices near 8 with an error of 1e-6 over h^2 = 1e-4 leave nothing of a gamma of 0.02
// figure: computed gamma[1] = -0.153 (rounding of the last bit moves it), MPFR 0.0193575877
// European options under Black and Scholes: price by the normal distribution, delta and vega by formula, gamma by bumping.

#define WARP 32

struct Market {
    float rate;
    float dividend;
    float sigma;
};

struct Option {
    float spot;
    float strike;
    float years;
};

struct Pair {
    float d1, d2;
};

struct Greeks {
    float price;
    float delta;
    float gamma;
    float vega;
};

// ------------------------------------------------------------ the normal distribution

__device__ inline float density(float x)
{
    return 0.3989422804f * expf(-0.5f * x * x);
}

// By the complementary error function, which keeps the tail.
__device__ inline float distribution(float x)
{
    return 0.5f * erfcf(-x * 0.7071067812f);
}

// ------------------------------------------------------------ discounting

__device__ inline float discount(const Market &m, float years)
{
    return expf(-m.rate * years);
}

__device__ inline float carry(const Market &m, float years)
{
    return expf(-m.dividend * years);
}

__device__ inline float forward(const Market &m, const Option &o)
{
    return o.spot * expf((m.rate - m.dividend) * o.years);
}

// ------------------------------------------------------------ the formula

__device__ Pair d_of(const Market &m, const Option &o)
{
    float root = m.sigma * sqrtf(o.years);
    float f = forward(m, o);
    Pair p;
    p.d1 = logf(f / o.strike) / root + 0.5f * root;
    p.d2 = p.d1 - root;
    return p;
}

__device__ float call_price(const Market &m, const Option &o)
{
    Pair p = d_of(m, o);
    float f = forward(m, o);
    return discount(m, o.years) * (f * distribution(p.d1) - o.strike * distribution(p.d2));
}

__device__ float call_delta(const Market &m, const Option &o)
{
    Pair p = d_of(m, o);
    return carry(m, o.years) * distribution(p.d1);
}

__device__ float call_vega(const Market &m, const Option &o)
{
    Pair p = d_of(m, o);
    return o.spot * carry(m, o.years) * density(p.d1) * sqrtf(o.years);
}

// ------------------------------------------------------------ bumps

__device__ inline Option bumped(const Option &o, float h)
{
    Option b = o;
    b.spot = o.spot + h;
    return b;
}

// A ten-thousandth of the spot.
__device__ inline float bump_of(const Option &o)
{
    return 1e-4f * o.spot;
}

// Second difference of the price over the spot.
__device__ float call_gamma(const Market &m, const Option &o)
{
    float h = bump_of(o);
    float up = call_price(m, bumped(o, h));
    float mid = call_price(m, o);
    float down = call_price(m, bumped(o, -h));
    return (up - 2.0f * mid + down) / (h * h);
}

__device__ Greeks greeks_of(const Market &m, const Option &o)
{
    Greeks g;
    g.price = call_price(m, o);
    g.delta = call_delta(m, o);
    g.gamma = call_gamma(m, o);
    g.vega = call_vega(m, o);
    return g;
}

// ------------------------------------------------------------ the book

__device__ float warp_sum(float x)
{
    for (int o = WARP / 2; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__device__ inline Greeks nothing()
{
    Greeks g;
    g.price = 0.0f;
    g.delta = 0.0f;
    g.gamma = 0.0f;
    g.vega = 0.0f;
    return g;
}

// Sums over all options of the warp.
__device__ Greeks total(const Greeks &g)
{
    Greeks sum;
    sum.price = warp_sum(g.price);
    sum.delta = warp_sum(g.delta);
    sum.gamma = warp_sum(g.gamma);
    sum.vega = warp_sum(g.vega);
    return sum;
}

__device__ Option load_option(const float *spot, const float *strike, const float *years, int i)
{
    Option o;
    o.spot = spot[i];
    o.strike = strike[i];
    o.years = years[i];
    return o;
}

__device__ void store_book(float *book, const Greeks &g)
{
    book[0] = g.price;
    book[1] = g.delta;
    book[2] = g.gamma;
    book[3] = g.vega;
}

// ------------------------------------------------------------ the kernel

// One thread an option, and the sums of the book.
__global__ void sensitivities(const float *spot, const float *strike, const float *years, float *price, float *delta,
                              float *gamma, float *vega, float *book, float rate, float dividend, float sigma, int n)
{
    int i = threadIdx.x;
    Market m;
    m.rate = rate;
    m.dividend = dividend;
    m.sigma = sigma;

    Greeks mine = nothing();
    if (i < n) {
        Option o = load_option(spot, strike, years, i);
        mine = greeks_of(m, o);
        price[i] = mine.price;
        delta[i] = mine.delta;
        gamma[i] = mine.gamma;
        vega[i] = mine.vega;
    }
    __syncwarp();

    Greeks sum = total(mine);
    if (i == 0)
        store_book(book, sum);
}
