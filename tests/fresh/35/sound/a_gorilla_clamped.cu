// fpcheck: round_trip <<<1, 4>>> series=@a_gorilla_clamped_series.npy decoded=empty:4x48 size=empty:4 n=48 --ref 'decoded=@a_gorilla_clamped_decoded_ref.npy' --tol bitwise
// expect: ok
// why: leading zeros are clamped to the 31 that five bits can hold, which only lengthens the stored field: the round trip through XOR, bit stream and integers is lossless
// figure: decoded[0] computed 20, MPFR 20 (error 0 of the tolerance)
#include <cuda_runtime.h>

// Gorilla's compression of doubles (Pelkonen et al., VLDB 2015): XOR with the predecessor; 0 for the same value; else
// 1, and 0 where the meaningful bits fit in the previous window, or 1, five bits of leading zeros, six bits of length.
// A thread encodes a series into its own words and decodes it again; the decoded series must be the original.

constexpr int WORDS = 160;

struct Writer {
    unsigned* words;
    int bit;
};

struct Reader {
    const unsigned* words;
    int bit;
};

struct Window {
    int leading, length;
};

__device__ void put(Writer& w, unsigned long long value, int bits)
{
    for (int i = bits - 1; i >= 0; --i) {
        unsigned b = (unsigned)(value >> i) & 1u;
        unsigned mask = 1u << (31 - (w.bit & 31));
        if ((w.bit & 31) == 0) w.words[w.bit >> 5] = 0u;
        if (b) w.words[w.bit >> 5] |= mask;
        ++w.bit;
    }
}

__device__ unsigned long long get(Reader& r, int bits)
{
    unsigned long long v = 0;
    for (int i = 0; i < bits; ++i) {
        unsigned b = (r.words[r.bit >> 5] >> (31 - (r.bit & 31))) & 1u;
        v = (v << 1) | b;
        ++r.bit;
    }
    return v;
}

__device__ int leading_zeros(unsigned long long x)
{
    return min(__clzll((long long)x), 31);
}

__device__ bool fits(const Window& w, int leading, int trailing)
{
    return w.length > 0 && leading >= w.leading && trailing >= 64 - w.leading - w.length;
}

__device__ void encode_value(Writer& out, Window& win, unsigned long long x)
{
    if (x == 0) {
        put(out, 0, 1);
        return;
    }
    put(out, 1, 1);
    int leading = leading_zeros(x);
    int trailing = __ffsll((long long)x) - 1;
    if (fits(win, leading, trailing)) {
        put(out, 0, 1);
        put(out, x >> (64 - win.leading - win.length), win.length);
        return;
    }
    win.leading = leading;
    win.length = 64 - leading - trailing;
    put(out, 1, 1);
    put(out, (unsigned long long)win.leading, 5);
    put(out, (unsigned long long)(win.length - 1), 6);
    put(out, x >> trailing, win.length);
}

__device__ unsigned long long decode_value(Reader& in, Window& win)
{
    if (get(in, 1) == 0) return 0;
    if (get(in, 1) == 1) {
        win.leading = (int)get(in, 5);
        win.length = (int)get(in, 6) + 1;
    }
    unsigned long long bits = get(in, win.length);
    int shift = 64 - win.leading - win.length;
    return bits << shift;
}

__device__ unsigned long long bits_of(double v)
{
    return (unsigned long long)__double_as_longlong(v);
}

__global__ void round_trip(const double* series, double* decoded, int* size, int n)
{
    __shared__ unsigned storage[4][WORDS];
    const int t = threadIdx.x;
    const double* x = series + t * n;
    double* y = decoded + t * n;

    Writer out = { storage[t], 0 };
    Window win = { 0, 0 };
    unsigned long long previous = bits_of(x[0]);
    put(out, previous, 64);
    for (int i = 1; i < n; ++i) {
        unsigned long long b = bits_of(x[i]);
        encode_value(out, win, b ^ previous);
        previous = b;
    }
    size[t] = out.bit;

    Reader in = { storage[t], 0 };
    Window back = { 0, 0 };
    unsigned long long value = get(in, 64);
    y[0] = __longlong_as_double((long long)value);
    for (int i = 1; i < n; ++i) {
        value ^= decode_value(in, back);
        y[i] = __longlong_as_double((long long)value);
    }
}
