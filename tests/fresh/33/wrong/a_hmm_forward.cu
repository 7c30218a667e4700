// fpcheck: forward <<<1, 32>>> read=@a_hmm_reads.npy trans=@a_hmm_trans.npy emit=@a_hmm_emit.npy start=@a_hmm_start.npy loglik=empty:32 posterior=empty:96 length=160 --ref 'loglik=@a_hmm_loglik.npy' --ref 'posterior=@a_hmm_post.npy' --tol rtol=1e-3,atol=1e-3
// expect: error underflow at line 55
// why: the forward variables are probabilities that nobody scales: 160 bases at about a quarter each are 1e-97, which is 0 in binary32, and the floor under the logarithm makes an ordinary -87 of it (the known lesson of every HMM tutorial)
// figure: posterior[11] computed 0.333333343, MPFR 0.00523501696
//
// Likelihoods of reads under a small hidden Markov model (exon, intron, splice site), one read a thread.
// The columns of the trellis are kept one at a time: alpha_t(s) = emit(s, x_t) sum_r alpha_{t-1}(r) trans(r, s).
// Reads are packed, four bases a byte, and all of one length.

#define STATES 3
#define BASES 4

struct Model {
    float trans[STATES][STATES];
    float emit[STATES][BASES];
    float start[STATES];
};

__device__ void load_model(Model &m, const float *trans, const float *emit, const float *start)
{
    for (int k = threadIdx.x; k < STATES * STATES; k += blockDim.x)
        m.trans[k / STATES][k % STATES] = trans[k];
    for (int k = threadIdx.x; k < STATES * BASES; k += blockDim.x)
        m.emit[k / BASES][k % BASES] = emit[k];
    for (int k = threadIdx.x; k < STATES; k += blockDim.x)
        m.start[k] = start[k];
}

// One column of the trellis.
struct Column {
    float a[STATES];
};

__device__ __forceinline__ int base_at(const unsigned char *read, int i)
{
    // four bases a byte, the first in the low bits
    return (read[i >> 2] >> (2 * (i & 3))) & 3;
}

__device__ Column first_column(const Model &m, int base)
{
    Column c;
    for (int s = 0; s < STATES; ++s)
        c.a[s] = m.start[s] * m.emit[s][base];
    return c;
}

__device__ Column next_column(const Model &m, const Column &before, int base)
{
    Column c;
    for (int s = 0; s < STATES; ++s) {
        float sum = 0.0f;
        for (int r = 0; r < STATES; ++r)
            sum += before.a[r] * m.trans[r][s];
        c.a[s] = sum * m.emit[s][base];
    }
    return c;
}

__device__ float total(const Column &c)
{
    float sum = 0.0f;
    for (int s = 0; s < STATES; ++s)
        sum += c.a[s];
    return sum;
}

__device__ float log_floor(float p)
{
    // the logarithm of nothing is avoided
    return logf(fmaxf(p, 1.17549435e-38f));
}

// The most likely last state is what the caller colours the read by.
__device__ void write_posterior(float *out, const Column &c)
{
    float sum = total(c);
    for (int s = 0; s < STATES; ++s)
        out[s] = sum > 0.0f ? c.a[s] / sum : 1.0f / STATES;
}

__global__ void forward(const unsigned char *__restrict__ read, const float *__restrict__ trans,
                        const float *__restrict__ emit, const float *__restrict__ start, float *__restrict__ loglik,
                        float *__restrict__ posterior, int length)
{
    __shared__ Model model;
    load_model(model, trans, emit, start);
    __syncthreads();

    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char *mine = read + t * ((length + 3) / 4);

    Column c = first_column(model, base_at(mine, 0));
    for (int i = 1; i < length; ++i)
        c = next_column(model, c, base_at(mine, i));

    loglik[t] = log_floor(total(c));
    write_posterior(posterior + STATES * t, c);
}
