// fpcheck: log_forward <<<1, 32>>> read=@a_hmm2_reads.npy trans=@a_hmm2_trans.npy emit=@a_hmm2_emit.npy start=@a_hmm2_start.npy loglik=empty:32 length=200 --ref 'loglik=@a_hmm2_loglik.npy' --tol rtol=1e-4
// expect: ok
// why: logarithms of exact zeros make -inf on purpose, sums of them would be NaN (-inf minus -inf), but the log-sum takes the larger first and returns it where it is -inf
// figure: largest relative error 1.22e-07 at loglik[19] (-281.685272, exact -281.685238), largest absolute error 3.45e-05
//
// The forward algorithm in logarithms, for a model whose transitions and emissions are partly forbidden.

#define STATES 4
#define BASES 4

struct LogModel {
    float trans[STATES][STATES];
    float emit[STATES][BASES];
    float start[STATES];
};

__device__ __forceinline__ float forbidden()
{
    return __int_as_float(0xff800000);
}

// log(exp(a) + exp(b)); -inf is the neutral element.
__device__ float log_add(float a, float b)
{
    float hi = fmaxf(a, b);
    float lo = fminf(a, b);
    if (hi == forbidden())
        return hi;
    return hi + log1pf(expf(lo - hi));
}

__device__ void load_logs(LogModel &m, const float *trans, const float *emit, const float *start)
{
    int t = threadIdx.x;
    if (t < STATES * STATES)
        m.trans[t / STATES][t % STATES] = logf(trans[t]); // log 0 = -inf is meant
    if (t < STATES * BASES)
        m.emit[t / BASES][t % BASES] = logf(emit[t]);
    if (t < STATES)
        m.start[t] = logf(start[t]);
}

struct Column {
    float a[STATES];
};

__device__ Column begin(const LogModel &m, int base)
{
    Column c;
    for (int s = 0; s < STATES; ++s)
        c.a[s] = m.start[s] + m.emit[s][base];
    return c;
}

__device__ Column advance(const LogModel &m, const Column &p, int base)
{
    Column c;
#pragma unroll 1
    for (int s = 0; s < STATES; ++s) {
        float sum = forbidden();
        for (int r = 0; r < STATES; ++r)
            sum = log_add(sum, p.a[r] + m.trans[r][s]);
        c.a[s] = sum + m.emit[s][base];
    }
    return c;
}

__device__ float finish(const Column &c)
{
    float sum = forbidden();
    for (int s = 0; s < STATES; ++s)
        sum = log_add(sum, c.a[s]);
    return sum;
}

// The common part is taken out of the columns now and then, so that the small differences keep their digits; it is
// a compensated sum, for it grows to some hundreds.
struct Offset {
    float hi, lo;
};

__device__ void move_out(Column &c, Offset &o)
{
    float top = forbidden();
    for (int s = 0; s < STATES; ++s)
        top = fmaxf(top, c.a[s]);
    if (top == forbidden())
        return;
    for (int s = 0; s < STATES; ++s)
        c.a[s] -= top; // a state that cannot be stays at -inf
    float y = top - o.lo;
    float t = o.hi + y;
    o.lo = (t - o.hi) - y;
    o.hi = t;
}

__global__ void log_forward(const unsigned char *__restrict__ read, const float *__restrict__ trans,
                            const float *__restrict__ emit, const float *__restrict__ start, float *__restrict__ loglik,
                            int length)
{
    __shared__ LogModel model;
    load_logs(model, trans, emit, start);
    __syncthreads();
    const unsigned char *mine = read + (blockIdx.x * blockDim.x + threadIdx.x) * length;
    Offset o;
    o.hi = 0.0f;
    o.lo = 0.0f;
    Column c = begin(model, mine[0]);
    for (int i = 1; i < length; ++i) {
        c = advance(model, c, mine[i]);
        if ((i & 7) == 0)
            move_out(c, o);
    }
    loglik[blockIdx.x * blockDim.x + threadIdx.x] = o.hi + finish(c);
}
