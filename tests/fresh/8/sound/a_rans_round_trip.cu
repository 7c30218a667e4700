// fpcheck: rans_round_trip<<<1, 32>>> weights=[120,60,30,16,9,5,3,1] bytes=inout:zeros:8x96 decoded=empty:8x48 lengths=empty:8 bad=inout:zeros:1 streams=8 symbols=48 capacity=96 want=[0] --ref 'bad=want'
// expect: ok
// why: the quotient starts from a float reciprocal that is one off for some large states, but the remainder is checked and the quotient corrected, so that it is the integer one; what is decoded is what was encoded
// figure: bad[0] computed 0, right 0: every quotient equals the integer division (scratch script over all 384 symbols)
#include <cuda_runtime.h>

#define SYMBOLS 8
#define SCALE_BITS 10
#define TOTAL (1u << SCALE_BITS)
#define LOWER (1u << 16)

// ---------------------------------------------------------------------------
// Asymmetric numeral systems, renormalised by 16 bits: a thread encodes a
// stream of its own and decodes it again. Bytes are written from the end of
// the buffer downwards, and read upwards.
// ---------------------------------------------------------------------------

struct Model {
    unsigned freq[SYMBOLS];
    unsigned start[SYMBOLS];
};

struct Coder {
    unsigned state;
    unsigned char *bytes;
    int at;
};

struct Source {
    unsigned seed;
};

__device__ unsigned next_word(Source &s)
{
    s.seed = s.seed * 1664525u + 1013904223u;
    return s.seed >> 16;
}

__device__ int next_symbol(Source &s)
{
    unsigned a = next_word(s) & 7u;
    unsigned b = next_word(s) & 7u;
    return (int)min(a, b);
}

__device__ void build_model(Model &m, const int *weights)
{
    unsigned sum = 0;
    for (int i = 0; i < SYMBOLS; i++)
        sum += (unsigned)weights[i];

    unsigned given = 0;
    int best = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        unsigned f = max((unsigned)weights[i] * TOTAL / sum, 1u);
        m.freq[i] = f;
        given += f;
        if (f > m.freq[best])
            best = i;
    }
    m.freq[best] += TOTAL - given; // may be negative: modulo 2^32

    unsigned start = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        m.start[i] = start;
        start += m.freq[i];
    }
}

// The estimate may be one off; two rounds settle it.
__device__ unsigned divide(unsigned value, unsigned by)
{
    float reciprocal = 1.0f / (float)by;
    unsigned q = (unsigned)((float)value * reciprocal);
    int r = (int)(value - q * by);
    q += (unsigned)__float2int_rd((float)r * reciprocal);
    r = (int)(value - q * by);
    if (r < 0)
        q--;
    else if (r >= (int)by)
        q++;
    return q;
}

__device__ void encode(Coder &e, const Model &m, int symbol)
{
    unsigned freq = m.freq[symbol];
    unsigned limit = ((LOWER >> SCALE_BITS) << 16) * freq;
    while (e.state >= limit) {
        e.bytes[--e.at] = (unsigned char)e.state;
        e.bytes[--e.at] = (unsigned char)(e.state >> 8);
        e.state >>= 16;
    }
    unsigned quotient = divide(e.state, freq);
    unsigned remainder = e.state - quotient * freq;
    e.state = (quotient << SCALE_BITS) + remainder + m.start[symbol];
}

__device__ void finish(Coder &e)
{
    for (int i = 0; i < 4; i++)
        e.bytes[--e.at] = (unsigned char)(e.state >> (8 * i));
}

__device__ void reopen(Coder &d)
{
    unsigned state = 0;
    for (int i = 0; i < 4; i++)
        state = state << 8 | d.bytes[d.at++];
    d.state = state;
}

__device__ int symbol_at(const Model &m, unsigned slot)
{
    int s = 0;
    while (s + 1 < SYMBOLS && m.start[s + 1] <= slot)
        s++;
    return s;
}

__device__ int decode(Coder &d, const Model &m, int capacity)
{
    unsigned slot = d.state & (TOTAL - 1u);
    int s = symbol_at(m, slot);
    d.state = m.freq[s] * (d.state >> SCALE_BITS) + slot - m.start[s];
    while (d.state < LOWER && d.at + 1 < capacity) {
        d.state = d.state << 8 | d.bytes[d.at++];
        d.state = d.state << 8 | d.bytes[d.at++];
    }
    return s;
}

__global__ void rans_round_trip(const int *weights, unsigned char *bytes, unsigned char *decoded, int *lengths,
                                int *bad, int streams, int symbols, int capacity)
{
    __shared__ Model model;

    if (threadIdx.x == 0)
        build_model(model, weights);
    __syncthreads();

    int stream = blockIdx.x * blockDim.x + threadIdx.x;
    if (stream >= streams)
        return;

    Coder coder;
    coder.state = LOWER;
    coder.bytes = bytes + stream * capacity;
    coder.at = capacity;

    Source source;
    source.seed = 12345u + 977u * (unsigned)stream;
    for (int i = 0; i < symbols; i++)
        encode(coder, model, next_symbol(source));
    finish(coder);
    lengths[stream] = capacity - coder.at;

    // last in, first out
    reopen(coder);
    for (int i = symbols - 1; i >= 0; i--)
        decoded[stream * symbols + i] = (unsigned char)decode(coder, model, capacity);

    source.seed = 12345u + 977u * (unsigned)stream;
    int differ = 0;
    for (int i = 0; i < symbols; i++)
        differ += decoded[stream * symbols + i] != next_symbol(source);
    if (coder.state != LOWER)
        differ++;
    if (differ)
        atomicAdd(bad, differ);
}
