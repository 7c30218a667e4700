// fpcheck: compress<<<1, 32>>> x=[-0.1,0.3,0.3,0.001,-1e+30,7.0,7.5,-1e-30,99.9,99.9,99.95,100.1,100.0,100.0,99.5,-99.7] stream=empty:32 used=empty:2 series=2 want=[-0.10000000149011612,0.30000001192092896,0.30000001192092896,0.0010000000474974513,-1.0000000150474662e+30,7.0,7.5,-1.0000000031710769e-30,99.9000015258789,99.9000015258789,99.94999694824219,100.0999984741211,100.0,100.0,99.5,-99.69999694824219] ref=back=want --tol bitwise
// fpcheck+ decompress<<<1, 32>>> back=empty:16 report=empty:10 series=2
// expect: ok
// why: bits of floats are xored, shifted and packed, and a length of 32 is stored in five bits as 31 (length - 1): exact round trip
// figure: error 0 of bitwise
// Xor compression of rows of samples: every value is xored with the one before it;
// what is left is stored as one flag, the leading zeros, the number of significant bits and those bits.
#define SAMPLES 8
#define REPORT 5 // numbers in a line of the report
#define WORDS 16 // per series: 32 + 7 * (1 + 5 + 5 + 32) bits fit

struct Writer {
    unsigned *word;
    int position;
};

struct Reader {
    const unsigned *word;
    int position;
};

__device__ void clear(unsigned *word)
{
    for (int i = 0; i < WORDS; i++)
        word[i] = 0;
}

__device__ void put_bit(Writer &w, unsigned bit)
{
    w.word[w.position >> 5] |= bit << (31 - (w.position & 31));
    w.position++;
}

// The low `count` bits of `value`, the highest first.
__device__ void put(Writer &w, unsigned value, int count)
{
    for (int k = count - 1; k >= 0; k--)
        put_bit(w, value >> k & 1u);
}

__device__ unsigned get_bit(Reader &r)
{
    unsigned bit = r.word[r.position >> 5] >> (31 - (r.position & 31)) & 1u;
    r.position++;
    return bit;
}

__device__ unsigned get(Reader &r, int count)
{
    unsigned value = 0;
    for (int k = 0; k < count; k++)
        value = value << 1 | get_bit(r);
    return value;
}

__device__ void put_difference(Writer &w, unsigned difference)
{
    if (difference == 0) {
        put_bit(w, 0);
        return;
    }
    int leading = __clz((int)difference);
    int trailing = __ffs((int)difference) - 1;
    int significant = 32 - leading - trailing;
    put_bit(w, 1);
    put(w, (unsigned)leading, 5);
    put(w, (unsigned)(significant - 1), 5);
    put(w, difference >> trailing, significant);
}

__device__ unsigned get_difference(Reader &r)
{
    if (get_bit(r) == 0)
        return 0;
    int leading = (int)get(r, 5);
    int significant = (int)get(r, 5) + 1;
    unsigned body = get(r, significant);
    int trailing = 32 - leading - significant;
    return trailing >= 0 && trailing < 32 ? body << trailing : 0u;
}

// One thread a series.
__global__ void compress(const float *x, unsigned *stream, int *used, int series)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= series)
        return;
    const float *row = x + s * SAMPLES;
    unsigned *words = stream + s * WORDS;
    clear(words);
    Writer w = {words, 0};
    unsigned previous = __float_as_uint(row[0]);
    put(w, previous, 32);
    for (int i = 1; i < SAMPLES; i++) {
        unsigned current = __float_as_uint(row[i]);
        put_difference(w, current ^ previous);
        previous = current;
    }
    used[s] = w.position;
}

// How many bits a value took on the average, and how much was saved.
__device__ float bits_per_value(int used)
{
    return (float)used / (float)SAMPLES;
}

__device__ float saved(int used)
{
    return 1.0f - (float)used / (32.0f * SAMPLES);
}

struct Range {
    float low, high;
    double sum;
};

__device__ Range summarise(const float *row)
{
    Range a = {row[0], row[0], 0.0};
    for (int i = 0; i < SAMPLES; i++) {
        a.low = fminf(a.low, row[i]);
        a.high = fmaxf(a.high, row[i]);
        a.sum += (double)row[i];
    }
    return a;
}

__global__ void decompress(const unsigned *stream, const int *used, float *back, float *report, int series)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= series)
        return;
    float *row = back + s * SAMPLES;
    Reader r = {stream + s * WORDS, 0};
    unsigned previous = get(r, 32);
    row[0] = __uint_as_float(previous);
    for (int i = 1; i < SAMPLES; i++) {
        previous ^= get_difference(r);
        row[i] = __uint_as_float(previous);
    }

    Range a = summarise(row);
    float *line = report + s * REPORT;
    line[0] = bits_per_value(used[s]);
    line[1] = saved(used[s]);
    line[2] = a.low;
    line[3] = a.high;
    line[4] = (float)(a.sum / SAMPLES);
}
