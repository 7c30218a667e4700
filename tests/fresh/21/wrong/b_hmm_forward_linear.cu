// fpcheck: forward_scores<<<3, 32>>> sequence=[[67,84,67,71,67,71,67,65,67,71,71,84,65,67,84,65,71,84,84,71,84,65,84,71,71,84,84,65,84,84,67,71,84,65,67,65,67,84,67,67,84,67,65,71,84,67,84,65,84,67,84,67,71,84,84,71,71,67,65,65,65,84,65,65,65,71,67,67,71,71,67,67,84,65,84,65,67,71,67,67,65,65,67,65,71,84,65,71,67,71,84,67,65,84,84,67,71,71,65,65],[65,71,71,84,71,71,67,65,67,71,71,67,65,84,65,65,67,65,71,65,67,67,71,84,71,71,65,71,71,65,71,65,65,67,84,71,84,84,67,71,67,67,71,65,67,67,71,67,65,84,67,84,67,84,84,65,84,84,71,65,84,65,84,71,67,67,71,84,67,71,67,71,71,71,65,84,71,84,67,65,84,84,71,67,71,67,65,84,65,84,71,84,65,71,71,65,84,67,71,84],[67,84,67,67,71,84,84,65,65,71,84,67,65,65,65,65,67,71,65,67,84,71,65,67,71,71,67,67,67,84,84,65,84,71,71,71,67,65,67,84,84,71,71,84,71,65,71,67,67,84,84,84,67,71,67,67,71,71,67,67,71,71,84,71,65,84,84,65,67,71,65,84,67,67,65,65,65,71,84,65,71,84,84,67,65,71,67,84,71,65,84,65,71,67,65,71,84,67,71,67]] score=empty:3 length=100
// expect: error underflow at line 77
// why: the forward probabilities are kept linear and never rescaled: after about 60 symbols of probability 0.2 they are below 1e-45 and become 0; the logarithm's -inf is hidden by a floor
// figure: computed score[0] = -10000, MPFR -139.420152
#include <cstdint>

// Forward algorithm of a small gene-finding model: background, start, three codon positions, stop.
constexpr int STATES = 6;
constexpr int SYMBOLS = 4;

struct Model
{
    float move[STATES][STATES];
    float emit[STATES][SYMBOLS];
    float begin[STATES];
};

__device__ void clear_model(Model &model, int lane)
{
    for (int e = lane; e < STATES * STATES; e += 32)
        model.move[e / STATES][e % STATES] = 0.0f;
    for (int e = lane; e < STATES * SYMBOLS; e += 32)
        model.emit[e / SYMBOLS][e % SYMBOLS] = 0.25f;
    if (lane < STATES)
        model.begin[lane] = lane == 0 ? 1.0f : 0.0f;
}

__device__ void connect(Model &model)
{
    model.move[0][0] = 0.875f;
    model.move[0][1] = 0.125f;
    model.move[1][2] = 1.0f;
    model.move[2][3] = 1.0f;
    model.move[3][4] = 1.0f;
    model.move[4][2] = 0.75f;
    model.move[4][5] = 0.25f;
    model.move[5][0] = 1.0f;
}

__device__ void bias_codons(Model &model)
{
    const float first[SYMBOLS] = {0.3125f, 0.1875f, 0.3125f, 0.1875f};
    const float second[SYMBOLS] = {0.3125f, 0.1875f, 0.1875f, 0.3125f};
    const float third[SYMBOLS] = {0.1875f, 0.3125f, 0.3125f, 0.1875f};
    for (int c = 0; c < SYMBOLS; ++c)
    {
        model.emit[2][c] = first[c];
        model.emit[3][c] = second[c];
        model.emit[4][c] = third[c];
    }
}

__device__ int symbol_of(uint8_t base)
{
    if (base == 'A')
        return 0;
    if (base == 'C')
        return 1;
    if (base == 'G')
        return 2;
    return 3;
}

__device__ float incoming(const Model &model, const float *alpha, int state)
{
    float sum = 0.0f;
    for (int from = 0; from < STATES; ++from)
        sum = fmaf(alpha[from], model.move[from][state], sum);
    return sum;
}

// One column of the trellis: the lanes are the states.
__device__ void step(const Model &model, float *alpha, int symbol, int lane)
{
    float next = 0.0f;
    if (lane < STATES)
        next = incoming(model, alpha, lane) * model.emit[lane][symbol];
    __syncwarp();
    if (lane < STATES)
        alpha[lane] = next;
    __syncwarp();
}

__device__ float total(const float *alpha)
{
    float sum = 0.0f;
    for (int s = 0; s < STATES; ++s)
        sum += alpha[s];
    return sum;
}

__device__ float log_likelihood(float likelihood)
{
    const float floor_value = -1.0e4f;
    return fmaxf(logf(likelihood), floor_value);
}

__global__ void forward_scores(const uint8_t *sequence, float *score, int length)
{
    __shared__ Model model;
    __shared__ float alpha[STATES];
    int lane = threadIdx.x;
    const uint8_t *text = sequence + blockIdx.x * length;

    clear_model(model, lane);
    __syncwarp();
    if (lane == 0)
    {
        connect(model);
        bias_codons(model);
    }
    __syncwarp();

    if (lane < STATES)
        alpha[lane] = model.begin[lane] * model.emit[lane][symbol_of(text[0])];
    __syncwarp();
    for (int t = 1; t < length; ++t)
        step(model, alpha, symbol_of(text[t]), lane);

    if (lane == 0)
        score[blockIdx.x] = log_likelihood(total(alpha));
}

// Decodes which sequences look like genes: the score against that of uniform background.
__global__ void call_genes(const float *score, uint8_t *call, int count, int length, float margin)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float background = length * logf(0.25f);
    call[i] = score[i] > background + margin ? 1 : 0;
}

// Composition of each sequence, for the report.
__global__ void composition(const uint8_t *sequence, int *counts, int length)
{
    __shared__ int bins[SYMBOLS];
    if (threadIdx.x < SYMBOLS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    const uint8_t *text = sequence + blockIdx.x * length;
    for (int i = threadIdx.x; i < length; i += blockDim.x)
        atomicAdd(&bins[symbol_of(text[i])], 1);
    __syncthreads();
    if (threadIdx.x < SYMBOLS)
        counts[blockIdx.x * SYMBOLS + threadIdx.x] = bins[threadIdx.x];
}

// Mean score a symbol, so that sequences of different lengths can be compared.
__global__ void per_symbol(const float *score, const int *lengths, float *mean, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        mean[i] = score[i] / lengths[i];
}
