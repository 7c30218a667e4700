// fpcheck: price_layers <<<5, 32>>> event=[2.95448022e-09,7.55864349e-09,6.68371225e-09,8.40204262e-09,1.9491504e-09,2.12746465e-09,2.53531618e-09,5.77357939e-09,5.45753176e-09,5.16065812e-09,1.10252263e-09,8.52004689e-09,4.91483165e-09,8.82253115e-09,4.08946832e-09,1.535015e-09,4.9476947e-09,2.91872237e-09,5.07199616e-09,2.11779017e-09,1.40696343e-09,2.23756569e-09,1.72996328e-09,2.73789924e-09,1.98091832e-09,2.17374296e-09,2.6094078e-09,2.08603823e-09,8.33194047e-09,1.35335243e-09,8.29604563e-09,2.90985547e-09,8.85435192e-09,5.15364507e-09,4.26753344e-09,7.44992734e-09,7.94588928e-09,1.94909977e-09,1.34058786e-09,2.1813602e-09] limit=[2860235,7651861,1664104.62,1902170.5,5347412] share=[0.836923659,0.783987939,0.72624898,0.870579362,0.751785874] probability=empty:5 premium=empty:5 events=8 want=[3.7984388582761324e-08,3.960260486973116e-08,2.316859481442765e-08,2.9741300952519735e-08,3.914239424091649e-08] ref=probability=want --tol rtol=1e-3,atol=1e-14
// expect: error cancellation at line 73
// why: the chance that some event hits the layer is 1 minus a product of survivals; chances below 6e-8 vanish in 1 - p and the layer is priced at nothing
// figure: computed probability[0] = 0, MPFR 3.79843886e-08
// Catastrophe layers: every layer is hit by any of a few rare, independent events a year. The kernel gives the chance that
// it is hit at all and the premium. One warp a layer, one event a lane (at most 32 events).

#define FULL 0xffffffffu
#define WARP 32

struct Layer {
    float limit;
    float share;
};

struct Price {
    float probability;
    float pure;
    float loaded;
};

struct Loadings {
    float expenses;
    float capital;
};

// ------------------------------------------------------------------ loadings

__device__ Loadings loadings()
{
    Loadings l;
    l.expenses = 0.1f;
    l.capital = 0.15f;
    return l;
}

__device__ float loaded(float pure, Loadings l)
{
    return pure * (1.0f + l.expenses + l.capital);
}

// ------------------------------------------------------------------ input

__device__ Layer layer_of(const float *limit, const float *share, int i)
{
    Layer l;
    l.limit = limit[i];
    l.share = share[i];
    return l;
}

// A yearly chance; anything that is no probability counts as none.
__device__ float clean(float p)
{
    if (!(p >= 0.0f))
        return 0.0f;
    if (p > 1.0f)
        return 1.0f;
    return p;
}

__device__ float event_chance(const float *event, int layer, int e, int events)
{
    if (e >= events)
        return 0.0f;
    return clean(event[layer * events + e]);
}

// ------------------------------------------------------------------ survival

__device__ float survival(float p)
{
    return 1.0f - p;
}

// Product over the warp; idle lanes hold the chance 0 and thus the survival 1.
__device__ float warp_product(float v)
{
    for (int o = WARP / 2; o > 0; o >>= 1)
        v *= __shfl_xor_sync(FULL, v, o);
    return v;
}

__device__ float hit_chance(float p)
{
    float quiet = warp_product(survival(p));
    return 1.0f - quiet;
}

// ------------------------------------------------------------------ the expected number, for the log of the run

__device__ float warp_sum(float v)
{
    for (int o = WARP / 2; o > 0; o >>= 1)
        v += __shfl_xor_sync(FULL, v, o);
    return v;
}

__device__ float expected_events(float p)
{
    return warp_sum(p);
}

// ------------------------------------------------------------------ price

__device__ Price price_of(Layer l, float probability, Loadings load)
{
    Price p;
    p.probability = probability;
    p.pure = probability * l.limit * l.share;
    p.loaded = loaded(p.pure, load);
    return p;
}

// A layer is never dearer than its limit.
__device__ float capped(float premium, Layer l)
{
    return fminf(premium, l.limit * l.share);
}

// A chance lies between zero and the expected number of events.
__device__ float plausible(float probability, float expected)
{
    return fmaxf(0.0f, fminf(probability, fminf(expected, 1.0f)));
}

// ------------------------------------------------------------------ output

__device__ void store(Price p, Layer l, float *probability, float *premium, int i)
{
    probability[i] = p.probability;
    premium[i] = capped(p.loaded, l);
}

// ------------------------------------------------------------------ the kernel

__global__ void price_layers(const float *event, const float *limit, const float *share, float *probability, float *premium,
                             int events)
{
    int i = blockIdx.x;
    int lane = threadIdx.x;

    float p = event_chance(event, i, lane, events);
    float expected = expected_events(p);
    float chance = plausible(hit_chance(p), expected);

    if (lane == 0) {
        Layer l = layer_of(limit, share, i);
        Price price = price_of(l, chance, loadings());
        store(price, l, probability, premium, i);
    }
}
