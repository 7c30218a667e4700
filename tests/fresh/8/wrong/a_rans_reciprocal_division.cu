// fpcheck: rans_encode<<<1, 32>>> weights=[120,60,30,16,9,5,3,1] bytes=empty:8x96 digests=empty:8 lengths=empty:8 streams=8 symbols=48 capacity=96 want=[3372321188,659488349,2780636027,190137304,3234496030,1824993089,2747964656,1969703519] --ref 'digests=want'
// expect: error flip at line 108
// why: the state, up to 2^32, is divided by the frequency in binary32: states of more than 24 bits are rounded first, and the quotient is one off where the remainder is near zero or near the frequency, and the bytes are not those that the decoder undoes
// figure: digests[3] computed 780576314, exact 190137304; 3 of 8 streams wrong, 5 quotients off by one
#include <cuda_runtime.h>

#define SYMBOLS 8
#define SCALE_BITS 10
#define TOTAL (1u << SCALE_BITS)
#define LOWER (1u << 16)

// ---------------------------------------------------------------------------
// Asymmetric numeral systems, renormalised by 16 bits: a thread encodes a
// stream of its own. The frequencies are made once per block.
// ---------------------------------------------------------------------------

struct Model {
    unsigned freq[SYMBOLS];
    unsigned start[SYMBOLS];
};

struct Encoder {
    unsigned state;
    unsigned digest;
    unsigned char *bytes;
    int length;
    int capacity;
};

// The message of a stream: a small generator, skewed to low symbols.
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

// Frequencies that sum to TOTAL, none of them zero: the remainder goes to the
// most frequent symbol.
__device__ void build_model(Model &m, const int *weights)
{
    unsigned sum = 0;
    for (int i = 0; i < SYMBOLS; i++)
        sum += (unsigned)weights[i];

    unsigned given = 0;
    int best = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        unsigned f = (unsigned)weights[i] * TOTAL / sum;
        if (f == 0)
            f = 1;
        m.freq[i] = f;
        given += f;
        if (f > m.freq[best])
            best = i;
    }
    m.freq[best] += TOTAL - given;

    unsigned start = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        m.start[i] = start;
        start += m.freq[i];
    }
}

__device__ void put_byte(Encoder &e, unsigned value)
{
    if (e.length < e.capacity)
        e.bytes[e.length] = (unsigned char)value;
    e.digest = (e.digest ^ value) * 16777619u; // FNV-1a
    e.length++;
}

__device__ void open_encoder(Encoder &e, unsigned char *bytes, int capacity)
{
    e.state = LOWER;
    e.digest = 2166136261u;
    e.bytes = bytes;
    e.length = 0;
    e.capacity = capacity;
}

// Two bytes leave where the new state would not fit into 32 bits.
__device__ void renormalise(Encoder &e, unsigned freq)
{
    unsigned limit = ((LOWER >> SCALE_BITS) << 16) * freq;
    while (e.state >= limit) {
        put_byte(e, e.state & 0xffu);
        put_byte(e, (e.state >> 8) & 0xffu);
        e.state >>= 16;
    }
}

// An integer division is slow; the reciprocal is one multiplication.
__device__ unsigned divide(unsigned value, unsigned by)
{
    float reciprocal = 1.0f / (float)by;
    return (unsigned)((float)value * reciprocal);
}

__device__ void encode(Encoder &e, const Model &m, int symbol)
{
    unsigned freq = m.freq[symbol];
    renormalise(e, freq);
    unsigned quotient = divide(e.state, freq);
    unsigned remainder = e.state - quotient * freq;
    e.state = (quotient << SCALE_BITS) + remainder + m.start[symbol];
}

__device__ void flush(Encoder &e)
{
    for (int i = 0; i < 4; i++)
        put_byte(e, (e.state >> (8 * i)) & 0xffu);
}

__global__ void rans_encode(const int *weights, unsigned char *bytes, unsigned *digests, int *lengths, int streams,
                            int symbols, int capacity)
{
    __shared__ Model model;

    if (threadIdx.x == 0)
        build_model(model, weights);
    __syncthreads();

    int stream = blockIdx.x * blockDim.x + threadIdx.x;
    if (stream >= streams)
        return;

    // what is not written stays zero
    for (int i = 0; i < capacity; i++)
        bytes[stream * capacity + i] = 0;

    Encoder e;
    open_encoder(e, bytes + stream * capacity, capacity);

    Source source;
    source.seed = 12345u + 977u * (unsigned)stream;

    for (int i = 0; i < symbols; i++) {
        int symbol = next_symbol(source);
        encode(e, model, symbol);
    }

    flush(e);
    digests[stream] = e.digest;
    lengths[stream] = e.length;
}
