// fpcheck: classify <<<1, 32>>> sequence=randint(0,3):4x256:u8 log_likelihood=empty:4x3 best=empty:4 sequences=4 length=256
// expect: error underflow hidden by fmaxf at line 76
// why: the forward probabilities of 256 bases are about 4^-256; they underflow to 0, and fmaxf makes the logarithm that of 1e-38 for every model
// figure: computed log_likelihood[0]=-87.4982 for all models, MPFR about -354.9
// Which of three hidden Markov models (CpG island, coding, background) made a DNA sequence?
// Forward algorithm, one thread a sequence and model.

#define STATES 2
#define MODELS 3
#define SMALLEST 1e-38f

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

struct Forward {
    float p[STATES];
};

__device__ Forward first(const Model &m, int base)
{
    Forward f;
    for (int s = 0; s < STATES; s++)
        f.p[s] = m.initial[s] * m.emission[s][base];
    return f;
}

__device__ Forward next(const Model &m, const Forward &f, int base)
{
    Forward g;
    for (int s = 0; s < STATES; s++) {
        float sum = 0.0f;
        for (int r = 0; r < STATES; r++)
            sum += f.p[r] * m.transition[r][s];
        g.p[s] = sum * m.emission[s][base];
    }
    return g;
}

__device__ float total(const Forward &f)
{
    float sum = 0.0f;
    for (int s = 0; s < STATES; s++)
        sum += f.p[s];
    return sum;
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
    return logf(fmaxf(total(f), SMALLEST));
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
