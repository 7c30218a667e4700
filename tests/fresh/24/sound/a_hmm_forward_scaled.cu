// fpcheck: classify <<<1, 32>>> sequence=[2,0,2,2,1,0,3,2,0,0,2,2,1,2,1,2,1,3,2,3,1,2,2,2,0,2,2,1,0,2,2,3,2,3,1,1,2,2,2,3,2,2,2,2,1,2,1,2,2,1,1,3,0,2,2,1,2,1,3,1,2,1,2,1,3,3,3,0,1,1,2,1,2,0,2,2,1,0,1,2,2,3,2,1,2,0,2,1,3,1,1,0,2,3,2,2,3,3,3,0,3,3,0,0,3,0,0,3,1,3,0,1,0,3,3,0,0,3,0,0,0,1,2,2,0,1,0,0,3,0,1,0,3,3,0,3,3,1,3,3,0,0,0,0,0,0,3,0,3,0,3,0,2,0,3,0,0,1,0,3,3,0,0,3,0,0,0,0,3,0,3,3,2,3,0,1,1,0,0,3,3,3,1,3,2,2,0,0,0,2,0,0] log_likelihood=empty:6 best=empty:2 sequences=2 length=96 want=[-125.05006,-138.50485,-134.54517,-135.06776,-123.623604,-120.591644] --ref log_likelihood=want --tol rtol=2e-6,atol=0
// expect: ok
// why: probabilities of 4^-96, but the forward variables are divided by their sum at every base and the logarithms are summed with compensation
// figure: log_likelihood[0] is -125.050054 by MPFR, float within 3e-7 relative, tolerance 2e-6
// Which of three hidden Markov models (CpG island, coding, background) made a DNA sequence?
// Forward algorithm, one thread a sequence and model.

#define STATES 2
#define MODELS 3

struct Model {
    float initial[STATES];
    float transition[STATES][STATES];
    float emission[STATES][4];
};

__constant__ Model models[MODELS] = {
    {
        // CpG islands and what is between them
        {0.5f, 0.5f},
        {
            {0.95f, 0.05f},
            {0.10f, 0.90f},
        },
        {
            {0.15f, 0.35f, 0.35f, 0.15f},
            {0.28f, 0.22f, 0.22f, 0.28f},
        },
    },
    {
        // exons and introns
        {0.3f, 0.7f},
        {
            {0.90f, 0.10f},
            {0.02f, 0.98f},
        },
        {
            {0.24f, 0.27f, 0.26f, 0.23f},
            {0.29f, 0.19f, 0.20f, 0.32f},
        },
    },
    {
        // background: AT rich and neutral
        {0.5f, 0.5f},
        {
            {0.99f, 0.01f},
            {0.01f, 0.99f},
        },
        {
            {0.32f, 0.18f, 0.18f, 0.32f},
            {0.25f, 0.25f, 0.25f, 0.25f},
        },
    },
};

// Scaled so that the states sum to one; the logarithm of what was divided out is kept
struct Forward {
    float p[STATES];
    float log_scale;
    float lost;
};

// Kahan's summation of the logarithms, roundings explicit
__device__ void accumulate(Forward &f, float value)
{
    float y = __fsub_rn(value, f.lost);
    float t = __fadd_rn(f.log_scale, y);
    f.lost = __fsub_rn(__fsub_rn(t, f.log_scale), y);
    f.log_scale = t;
}

__device__ void rescale(Forward &f)
{
    float sum = 0.0f;
    for (int s = 0; s < STATES; s++)
        sum += f.p[s];
    for (int s = 0; s < STATES; s++)
        f.p[s] /= sum;
    accumulate(f, logf(sum));
}

__device__ Forward first(const Model &m, int base)
{
    Forward f;
    for (int s = 0; s < STATES; s++)
        f.p[s] = m.initial[s] * m.emission[s][base];
    f.log_scale = 0.0f;
    f.lost = 0.0f;
    rescale(f);
    return f;
}

__device__ Forward next(const Model &m, const Forward &f, int base)
{
    Forward g = f;
    for (int s = 0; s < STATES; s++) {
        float sum = 0.0f;
        for (int r = 0; r < STATES; r++)
            sum += f.p[r] * m.transition[r][s];
        g.p[s] = sum * m.emission[s][base];
    }
    rescale(g);
    return g;
}

__device__ int base_at(const unsigned char *sequence, int i)
{
    return sequence[i] & 3;
}

__device__ float score(const Model &m, const unsigned char *sequence, int length)
{
    Forward f = first(m, base_at(sequence, 0));
    for (int i = 1; i < length; i++)
        f = next(m, f, base_at(sequence, i));
    return f.log_scale;
}

__device__ int argmax(const float *v, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++) {
        if (v[i] > v[best])
            best = i;
    }
    return best;
}

__device__ void score_all(
    const unsigned char *sequence,
    float *log_likelihood,
    int sequences,
    int length)
{
    for (int k = threadIdx.x; k < sequences * MODELS; k += blockDim.x) {
        int which = k / MODELS;
        int model = k % MODELS;
        const unsigned char *bases = sequence + which * length;
        log_likelihood[k] = score(models[model], bases, length);
    }
}

// One block: first the scores, then the best model of each sequence
__global__ void classify(
    const unsigned char *sequence,
    float *log_likelihood,
    int *best,
    int sequences,
    int length)
{
    score_all(sequence, log_likelihood, sequences, length);
    __syncthreads();
    for (int s = threadIdx.x; s < sequences; s += blockDim.x)
        best[s] = argmax(log_likelihood + s * MODELS, MODELS);
}

// GC content of each sequence, printed beside the class
__global__ void gc_content(
    const unsigned char *sequence,
    float *gc,
    int sequences,
    int length)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sequences)
        return;
    int count = 0;
    for (int i = 0; i < length; i++) {
        int base = base_at(sequence + s * length, i);
        count += base == 1 || base == 2;
    }
    gc[s] = (float)count / length;
}
