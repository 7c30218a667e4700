// fpcheck: compress <<<1, 8>>> values=@a_xor_series_values.npy words=zeros:8x64 bits=empty:8 length=40 capacity=64 --ref 'bits=@a_xor_series_bits_ref.npy' --ref 'back=@a_xor_series_back_ref.npy' --tol bitwise
// fpcheck+ decompress <<<1, 8>>> back=empty:8x40 length=40 capacity=64
// expect: ok
// why: XOR compression of time series (as Gorilla): floats are taken by their bits, lengths and leading zeros are packed across words, shifts of up to 31; what comes back is the same to the bit, with -0, a subnormal and a huge value
// figure: bits[0] computed 423, exact 423; 0 of 8 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

// time series compressed by the XOR of neighbours, one series a thread

struct Stream {
    unsigned* words;
    int at;  // in bits
};

__device__ void put(Stream& s, unsigned value, int count)
{
    for (int done = 0; done < count;) {
        int word = s.at >> 5, used = s.at & 31;
        int room = 32 - used;
        int take = min(room, count - done);
        unsigned part = value >> (count - done - take);
        if (take < 32)
            part &= (1u << take) - 1u;
        s.words[word] |= part << (room - take);
        s.at += take;
        done += take;
    }
}

__device__ unsigned get(Stream& s, int count)
{
    unsigned value = 0;
    for (int done = 0; done < count;) {
        int word = s.at >> 5, used = s.at & 31;
        int room = 32 - used;
        int take = min(room, count - done);
        unsigned part = s.words[word] >> (room - take);
        if (take < 32) {
            part &= (1u << take) - 1u;
            value = value << take | part;
        } else {
            value = part;
        }
        s.at += take;
        done += take;
    }
    return value;
}

__device__ void put_difference(Stream& s, unsigned x)
{
    if (x == 0) {
        put(s, 0, 1);
        return;
    }
    int leading = __clz((int)x);
    int trailing = __ffs((int)x) - 1;
    int length = 32 - leading - trailing;
    put(s, 1, 1);
    put(s, leading, 5);
    put(s, length - 1, 5);
    put(s, x >> trailing, length);
}

__device__ unsigned get_difference(Stream& s)
{
    if (!get(s, 1))
        return 0;
    int leading = get(s, 5);
    int length = get(s, 5) + 1;
    return get(s, length) << (32 - leading - length);
}

__global__ void compress(const float* values, unsigned* words, int* bits, int length, int capacity)
{
    const float* v = values + threadIdx.x * length;
    Stream s = {words + threadIdx.x * capacity, 0};
    unsigned before = __float_as_uint(v[0]);
    put(s, before, 32);
    for (int i = 1; i < length; ++i) {
        unsigned now = __float_as_uint(v[i]);
        put_difference(s, now ^ before);
        before = now;
    }
    bits[threadIdx.x] = s.at;
}

__global__ void decompress(unsigned* words, float* back, int length, int capacity)
{
    float* v = back + threadIdx.x * length;
    Stream s = {words + threadIdx.x * capacity, 0};
    unsigned now = get(s, 32);
    v[0] = __uint_as_float(now);
    for (int i = 1; i < length; ++i) {
        now ^= get_difference(s);
        v[i] = __uint_as_float(now);
    }
}
