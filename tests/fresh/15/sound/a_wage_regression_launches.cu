// fpcheck: column_sums <<<2, 64>>> years=uniform(2000,2020):300 wage=uniform(40000,60000):300 sums=empty:2x2 n=300
// fpcheck+ centre_columns <<<1, 32>>> means=empty:2 blocks=2 n=300
// fpcheck+ centred_products <<<2, 64>>> products=empty:2x3 n=300
// fpcheck+ fit_line <<<1, 32>>> fit=empty:4 blocks=2 n=300
// expect: ok
// why: years near 2010 and wages near 50000 look ready for the cancellation of E[xy] - E[x]E[y], but means are taken first and subtracted, in launches of their own
// figure: computed fit[0] (slope) within 1e-5 of itself of the exact slope; it is a sum of products of either sign, conditioned by 1 / |correlation|
// A straight line through wages over years, in four launches: sums, means, centred products, the fit.

#define THREADS 64
#define WARPS (THREADS / 32)
#define FULL 0xffffffffu

struct Sums {
    float x, y;
};

struct Products {
    float xx, xy, yy;
};

struct Line {
    float slope;
    float intercept;
    float correlation;
    float spread;
};

// ------------------------------------------------------------ compensated additions

struct Carried {
    float sum, rest;
};

__device__ inline Carried nothing()
{
    Carried c;
    c.sum = 0.0f;
    c.rest = 0.0f;
    return c;
}

// Knuth's two-sum of the running sum and the next value.
__device__ inline void carry(Carried &c, float x)
{
    float s = __fadd_rn(c.sum, x);
    float t = __fsub_rn(s, c.sum);
    float e = __fadd_rn(__fsub_rn(c.sum, __fsub_rn(s, t)), __fsub_rn(x, t));
    c.sum = s;
    c.rest = __fadd_rn(c.rest, e);
}

__device__ inline float total(const Carried &c)
{
    return c.sum + c.rest;
}

// ------------------------------------------------------------ warps and blocks

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

// The barrier at the beginning lets `parts` be used again.
__device__ float block_sum(float x, float *parts)
{
    x = warp_sum(x);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x / 32] = x;
    __syncthreads();
    float sum = 0.0f;
    for (int w = 0; w < WARPS; w++)
        sum += parts[w];
    return sum;
}

__device__ inline int first()
{
    return blockIdx.x * THREADS + threadIdx.x;
}

__device__ inline int stride()
{
    return gridDim.x * THREADS;
}

// ------------------------------------------------------------ first launch

__device__ Sums thread_sums(const float *years, const float *wage, int n)
{
    Carried x = nothing();
    Carried y = nothing();
    for (int i = first(); i < n; i += stride()) {
        carry(x, years[i]);
        carry(y, wage[i]);
    }
    Sums s;
    s.x = total(x);
    s.y = total(y);
    return s;
}

__global__ void column_sums(const float *years, const float *wage, float *sums, int n)
{
    __shared__ float parts[WARPS];
    Sums mine = thread_sums(years, wage, n);
    float x = block_sum(mine.x, parts);
    float y = block_sum(mine.y, parts);
    if (threadIdx.x == 0) {
        sums[2 * blockIdx.x] = x;
        sums[2 * blockIdx.x + 1] = y;
    }
}

// ------------------------------------------------------------ second launch

__global__ void centre_columns(const float *sums, float *means, int blocks, int n)
{
    int lane = threadIdx.x;
    float x = lane < blocks ? sums[2 * lane] : 0.0f;
    float y = lane < blocks ? sums[2 * lane + 1] : 0.0f;
    x = warp_sum(x);
    y = warp_sum(y);
    if (lane == 0) {
        means[0] = x / (float)n;
        means[1] = y / (float)n;
    }
}

// ------------------------------------------------------------ third launch

__device__ inline void add_point(Products &p, float dx, float dy)
{
    p.xx = fmaf(dx, dx, p.xx);
    p.xy = fmaf(dx, dy, p.xy);
    p.yy = fmaf(dy, dy, p.yy);
}

__device__ Products thread_products(const float *years, const float *wage, const float *means, int n)
{
    Products p;
    p.xx = 0.0f;
    p.xy = 0.0f;
    p.yy = 0.0f;
    float mx = means[0];
    float my = means[1];
    for (int i = first(); i < n; i += stride())
        add_point(p, years[i] - mx, wage[i] - my);
    return p;
}

__global__ void centred_products(const float *years, const float *wage, const float *means, float *products, int n)
{
    __shared__ float parts[WARPS];
    Products mine = thread_products(years, wage, means, n);
    float xx = block_sum(mine.xx, parts);
    float xy = block_sum(mine.xy, parts);
    float yy = block_sum(mine.yy, parts);
    if (threadIdx.x == 0) {
        products[3 * blockIdx.x] = xx;
        products[3 * blockIdx.x + 1] = xy;
        products[3 * blockIdx.x + 2] = yy;
    }
}

// ------------------------------------------------------------ fourth launch

__device__ Line line_of(const Products &p, const float *means, int n)
{
    Line l;
    l.slope = p.xy / p.xx;
    l.intercept = fmaf(-l.slope, means[0] - 2010.0f, means[1]);
    l.correlation = p.xy / (sqrtf(p.xx) * sqrtf(p.yy));
    l.spread = sqrtf(p.yy / (float)(n - 1));
    return l;
}

__device__ void store_line(float *fit, const Line &l)
{
    fit[0] = l.slope;
    fit[1] = l.intercept;
    fit[2] = l.correlation;
    fit[3] = l.spread;
}

// The intercept is the wage of 2010.
__global__ void fit_line(const float *products, const float *means, float *fit, int blocks, int n)
{
    int lane = threadIdx.x;
    Products p;
    p.xx = warp_sum(lane < blocks ? products[3 * lane] : 0.0f);
    p.xy = warp_sum(lane < blocks ? products[3 * lane + 1] : 0.0f);
    p.yy = warp_sum(lane < blocks ? products[3 * lane + 2] : 0.0f);
    if (lane == 0)
        store_line(fit, line_of(p, means, n));
}
