// fpcheck: encode<<<1, 32>>> count=[7,50000,30,2000] message=[1,1,3,1,0,1,1,2,1,1,1,3,1,1,0,1,3,1,1,1,2,1,1,1] words=empty:26 first=empty:1 bits=empty:2 mode=empty:1 want=[-1.25,-1.25,1000.0,-1.25,0.5,-1.25,-1.25,3.75,-1.25,-1.25,-1.25,1000.0,-1.25,-1.25,0.5,-1.25,1000.0,-1.25,-1.25,-1.25,3.75,-1.25,-1.25,-1.25] ref=value=want --tol bitwise
// fpcheck+ decode<<<1, 32>>> dictionary=[0.5,-1.25,3.75,1000.0] value=empty:24
// expect: ok
// why: probabilities are rounded to integers, but never to 0, and the most common symbol takes the difference: encoder and decoder have the same table
// figure: error 0 of bitwise
// Entropy coding of a dictionary column by rANS: frequencies are scaled to 4096, one thread encodes a message
// backwards into 32-bit words, another launch decodes it and looks the values up.
#define SYMBOLS 4
#define SCALE_BITS 12
#define SCALE (1u << SCALE_BITS)
#define LOWER (1ull << 31)
#define MESSAGE 24
#define WORDS (MESSAGE + 2)

struct Model {
    unsigned frequency[SYMBOLS];
    unsigned start[SYMBOLS + 1];
};

__device__ unsigned scaled(float probability)
{
    unsigned f = (unsigned)(probability * (float)SCALE + 0.5f);
    return f > 0 ? f : 1u; // a symbol that occurs needs a slot
}

// Frequencies that sum to SCALE: what rounding left over goes to the most common symbol.
__device__ void build(Model &m, const int *count)
{
    int total = 0;
    for (int s = 0; s < SYMBOLS; s++)
        total += count[s];
    unsigned sum = 0;
    int common = 0;
    for (int s = 0; s < SYMBOLS; s++) {
        m.frequency[s] = scaled((float)count[s] / (float)total);
        sum += m.frequency[s];
        if (m.frequency[s] > m.frequency[common])
            common = s;
    }
    m.frequency[common] += SCALE - sum; // modulo 2^32 either way
    m.start[0] = 0;
    for (int s = 0; s < SYMBOLS; s++)
        m.start[s + 1] = m.start[s] + m.frequency[s];
}

__device__ int symbol_at(const Model &m, unsigned slot)
{
    int s = 0;
    while (s + 1 < SYMBOLS && slot >= m.start[s + 1])
        s++;
    return s;
}

struct Encoder {
    unsigned long long state;
    unsigned *word;
    int position; // words are written downwards
};

__device__ void push(Encoder &e, const Model &m, int s)
{
    unsigned long long f = m.frequency[s];
    unsigned long long limit = ((LOWER >> SCALE_BITS) << 32) * f;
    if (e.state >= limit) {
        e.word[--e.position] = (unsigned)e.state;
        e.state >>= 32;
    }
    e.state = ((e.state / f) << SCALE_BITS) + e.state % f + m.start[s];
}

__device__ void finish(Encoder &e)
{
    e.word[--e.position] = (unsigned)e.state;
    e.word[--e.position] = (unsigned)(e.state >> 32);
}

struct Decoder {
    unsigned long long state;
    const unsigned *word;
    int position;
};

__device__ unsigned next_word(Decoder &d)
{
    return d.position < WORDS ? d.word[d.position++] : 0u;
}

__device__ int pop(Decoder &d, const Model &m)
{
    unsigned slot = (unsigned)d.state & (SCALE - 1);
    int s = symbol_at(m, slot);
    d.state = (unsigned long long)m.frequency[s] * (d.state >> SCALE_BITS) + slot - m.start[s];
    if (d.state < LOWER)
        d.state = d.state << 32 | next_word(d);
    return s;
}

// Bits that the message should take by the entropy of the model, for the statistics.
__device__ float ideal_bits(const Model &m, const int *message)
{
    float bits = 0.0f;
    for (int i = 0; i < MESSAGE; i++) {
        unsigned f = m.frequency[message[i]];
        bits += f ? (float)SCALE_BITS - log2f((float)f) : 0.0f;
    }
    return bits;
}

// Most frequent symbol of the message (the smallest of equally frequent ones).
__device__ int mode_of(const int *message)
{
    int seen[SYMBOLS];
    for (int s = 0; s < SYMBOLS; s++)
        seen[s] = 0;
    for (int i = 0; i < MESSAGE; i++)
        for (int s = 0; s < SYMBOLS; s++)
            seen[s] += message[i] == s;
    int best = 0;
    for (int s = 1; s < SYMBOLS; s++)
        if (seen[s] > seen[best])
            best = s;
    return best;
}

__global__ void encode(const int *count, const int *message, unsigned *words, int *first, float *bits,
                       int *mode)
{
    __shared__ Model model;
    if (threadIdx.x == 0)
        build(model, count);
    __syncthreads();

    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = 0;
    __syncthreads();

    if (threadIdx.x == 0) {
        Encoder e = {LOWER, words, WORDS};
        for (int i = MESSAGE - 1; i >= 0; i--)
            push(e, model, message[i]);
        finish(e);
        first[0] = e.position;
        mode[0] = mode_of(message);
        bits[0] = ideal_bits(model, message);
        bits[1] = 32.0f * (float)(WORDS - e.position);
    }
}

__global__ void decode(const int *count, const unsigned *words, const int *first, const float *dictionary, float *value)
{
    __shared__ Model model;
    __shared__ int decoded[MESSAGE];
    if (threadIdx.x == 0) {
        build(model, count);
        Decoder d = {0, words, first[0]};
        unsigned high = next_word(d);
        d.state = (unsigned long long)high << 32;
        d.state |= next_word(d);
        for (int i = 0; i < MESSAGE; i++)
            decoded[i] = pop(d, model);
    }
    __syncthreads();

    if (threadIdx.x < MESSAGE)
        value[threadIdx.x] = dictionary[decoded[threadIdx.x]];
}
