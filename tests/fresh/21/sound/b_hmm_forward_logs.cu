// fpcheck: forward_scores<<<3, 32>>> sequence=[[67,67,84,84,67,71,71,71,65,67,84,84,71,84,67,84,84,65,65,71,84,71,71,71,71,71,65,71,84,65,71,67,67,65,65,84,84,65,71,65,71,84,84,84,65,84,65,71,71,65,84,84,67,71,65,71,67,65,84,65,67,71,67,84,67,65,84,65,65,67,65,71,67,65,65,65,65,71,65,71],[65,71,84,84,65,67,84,67,65,71,67,84,71,84,65,71,71,84,71,71,65,65,84,84,67,65,84,71,71,67,84,84,65,84,71,67,65,84,65,84,71,65,65,67,67,84,84,84,84,67,84,84,67,71,67,67,71,65,67,65,84,65,65,65,65,67,71,84,71,84,84,71,67,65,84,71,65,84,67,71],[71,67,67,84,84,84,67,67,71,84,65,67,67,65,65,67,84,67,71,67,65,67,84,71,65,71,84,65,71,84,65,67,84,84,67,71,71,65,65,71,71,84,84,71,65,65,71,71,71,84,67,84,84,84,65,65,65,84,84,84,67,65,84,67,84,71,84,71,71,84,71,67,67,67,67,71,65,67,65,65]] score=empty:3 length=80
// expect: ok
// why: impossible moves are -inf in logarithms; the log-sum takes the maximum out first and returns -inf before it could form -inf - -inf
// figure: computed score[0] = -110.958397, MPFR -110.9585
#include <cstdint>

// Forward algorithm of a small gene model in logarithms: background, start, three codon positions, stop.
constexpr int STATES = 6;
constexpr int SYMBOLS = 4;

struct LogModel
{
    float move[STATES][STATES];
    float emit[STATES][SYMBOLS];
};

struct Edge
{
    int from;
    int to;
    float probability;
};

__device__ void forbid_everything(LogModel &model, int lane)
{
    for (int e = lane; e < STATES * STATES; e += 32)
        model.move[e / STATES][e % STATES] = -INFINITY;
    for (int e = lane; e < STATES * SYMBOLS; e += 32)
        model.emit[e / SYMBOLS][e % SYMBOLS] = logf(0.25f);
}

__device__ void allow(LogModel &model, int lane)
{
    const Edge edges[8] = {
        {0, 0, 0.875f},
        {0, 1, 0.125f},
        {1, 2, 1.0f},
        {2, 3, 1.0f},
        {3, 4, 1.0f},
        {4, 2, 0.75f},
        {4, 5, 0.25f},
        {5, 0, 1.0f},
    };
    if (lane < 8)
        model.move[edges[lane].from][edges[lane].to] = logf(edges[lane].probability);
}

__device__ void bias_codons(LogModel &model, int lane)
{
    const float preference[3][SYMBOLS] = {
        {0.3125f, 0.1875f, 0.3125f, 0.1875f},
        {0.3125f, 0.1875f, 0.1875f, 0.3125f},
        {0.1875f, 0.3125f, 0.3125f, 0.1875f},
    };
    if (lane < 3 * SYMBOLS)
        model.emit[2 + lane / SYMBOLS][lane % SYMBOLS] = logf(preference[lane / SYMBOLS][lane % SYMBOLS]);
}

__device__ int symbol_of(uint8_t base)
{
    switch (base)
    {
    case 'A':
        return 0;
    case 'C':
        return 1;
    case 'G':
        return 2;
    default:
        return 3;
    }
}

// log of the sum of exp of six terms, any of which may be -inf.
__device__ float log_sum(const float *terms)
{
    float top = terms[0];
    for (int i = 1; i < STATES; ++i)
        top = fmaxf(top, terms[i]);
    if (top == -INFINITY)
        return top;
    float sum = 0.0f;
    for (int i = 0; i < STATES; ++i)
        sum += expf(terms[i] - top);
    return top + logf(sum);
}

__device__ float arrive(const LogModel &model, const float *alpha, int state)
{
    float terms[STATES];
    for (int from = 0; from < STATES; ++from)
        terms[from] = alpha[from] + model.move[from][state];
    return log_sum(terms);
}

__device__ void step(const LogModel &model, float *alpha, int symbol, int lane)
{
    float next = 0.0f;
    if (lane < STATES)
        next = arrive(model, alpha, lane) + model.emit[lane][symbol];
    __syncwarp();
    if (lane < STATES)
        alpha[lane] = next;
    __syncwarp();
}

__global__ void forward_scores(const uint8_t *sequence, float *score, int length)
{
    __shared__ LogModel model;
    __shared__ float alpha[STATES];
    int lane = threadIdx.x;
    const uint8_t *text = sequence + blockIdx.x * length;

    forbid_everything(model, lane);
    __syncwarp();
    allow(model, lane);
    bias_codons(model, lane);
    __syncwarp();

    if (lane < STATES)
        alpha[lane] = lane == 0 ? model.emit[0][symbol_of(text[0])] : -INFINITY;
    __syncwarp();
    for (int t = 1; t < length; ++t)
        step(model, alpha, symbol_of(text[t]), lane);

    if (lane == 0)
        score[blockIdx.x] = log_sum(alpha);
}

// The score against uniform background, in bits.
__global__ void bits_over_background(const float *score, float *bits, int count, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        bits[i] = (score[i] - length * logf(0.25f)) * 1.442695041f;
}

// Which of the sequences pass a threshold, as one word for 32 of them.
__global__ void passing(const float *bits, unsigned *word, int count, float threshold)
{
    int i = threadIdx.x;
    bool yes = i < count && bits[i] > threshold;
    unsigned votes = __ballot_sync(0xffffffffu, yes);
    if (i == 0)
        word[0] = votes;
}

// Mean score a symbol, so that sequences of different lengths can be compared.
__global__ void per_symbol(const float *score, const int *lengths, float *mean, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        mean[i] = score[i] / lengths[i];
}
