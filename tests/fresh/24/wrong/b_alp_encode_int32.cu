// fpcheck: alp_roundtrip <<<1, 32>>> value=[601.43,507.57,463.08,140.32,264.06,31234567.25,336.52,545.57,249.27,-41000000.75,132.34,329.29,665.7,200.87,324.68,632.42,197.87,50000000.5,279.72,411.93,232.39,521.53,499.71,625.15,572.67,252.45,807.32,432.67,114.17,802.96,568.64,137.09] decoded=empty:32 base=empty:1 width=empty:1 exceptions=empty:1 n=32 want=[601.43,507.57,463.08,140.32,264.06,31234567.25,336.52,545.57,249.27,-41000000.75,132.34,329.29,665.7,200.87,324.68,632.42,197.87,50000000.5,279.72,411.93,232.39,521.53,499.71,625.15,572.67,252.45,807.32,432.67,114.17,802.96,568.64,137.09] ref=decoded=want --tol rtol=1e-9,atol=1e-6
// expect: error conversion at line 59
// why: value * 100 is converted to a 32-bit int, which saturates above 21.4 million; the range test that should make an exception compares after the clamp and never fires
// figure: computed decoded[17] = 21474836.47, MPFR 50000000.5
// A vector of 32 doubles as ALP stores it: decimal numbers times 10^e as integers, less their minimum, with those that do not
// survive kept as exceptions; and decoded again, as the check that the writer runs on each vector.

#define FULL 0xffffffffu
#define LANES 32
#define EXPONENT 2

// ------------------------------------------------------------------ powers of ten

__device__ double power10(int e)
{
    double p = 1.0;
    for (int i = 0; i < e; i++)
        p *= 10.0;
    return p;
}

// ------------------------------------------------------------------ warp helpers

__device__ int warp_min(int v)
{
    for (int o = 16; o > 0; o >>= 1) {
        int w = __shfl_xor_sync(FULL, v, o);
        v = w < v ? w : v;
    }
    return v;
}

__device__ unsigned warp_max(unsigned v)
{
    for (int o = 16; o > 0; o >>= 1) {
        unsigned w = __shfl_xor_sync(FULL, v, o);
        v = w > v ? w : v;
    }
    return v;
}

// ------------------------------------------------------------------ one value

struct Code {
    int digits;
    bool exception;
};

// Codes are 32 bits wide; what does not fit is an exception.
__device__ bool fits(int digits)
{
    long long wide = digits;
    return wide >= -2147483648LL && wide <= 2147483647LL;
}

__device__ Code encode(double v, double scale)
{
    Code c;
    c.digits = __double2int_rn(v * scale);
    c.exception = !fits(c.digits);
    return c;
}

__device__ double decode(int digits, double scale)
{
    return (double)digits / scale;
}

// ------------------------------------------------------------------ frame of reference

struct Frame {
    int base;
    int width;
};

__device__ int bits_of(unsigned v)
{
    return 32 - __clz(v);
}

// Exceptions take the place of the base, so that they need no bits.
__device__ Frame frame_of(Code c, bool in)
{
    Frame f;
    int low = in && !c.exception ? c.digits : 2147483647;
    f.base = warp_min(low);
    unsigned above = in && !c.exception ? (unsigned)c.digits - (unsigned)f.base : 0u;
    f.width = bits_of(warp_max(above));
    return f;
}

__device__ unsigned pack(Code c, Frame f)
{
    if (c.exception)
        return 0u;
    return (unsigned)c.digits - (unsigned)f.base;
}

__device__ int unpack(unsigned code, Frame f)
{
    return (int)(code + (unsigned)f.base);
}

// ------------------------------------------------------------------ exceptions

__device__ int count_exceptions(bool exception)
{
    return __popc(__ballot_sync(FULL, exception));
}

// Position in the list of exceptions.
__device__ int exception_slot(bool exception)
{
    unsigned all = __ballot_sync(FULL, exception);
    unsigned below = all & ((1u << threadIdx.x) - 1u);
    return __popc(below);
}

// ------------------------------------------------------------------ the kernel

__global__ void alp_roundtrip(const double *value, double *decoded, int *base, int *width, int *exceptions, int n)
{
    __shared__ double patch[LANES];
    int lane = threadIdx.x;
    bool in = lane < n;
    double scale = power10(EXPONENT);

    // encode
    double v = in ? value[lane] : 0.0;
    Code c = encode(v, scale);
    bool exception = in && c.exception;
    Frame f = frame_of(c, in);
    unsigned code = in ? pack(c, f) : 0u;

    // the list of exceptions
    int slot = exception_slot(exception);
    if (exception)
        patch[slot] = v;
    __syncwarp();

    // decode
    double back = decode(unpack(code, f), scale);
    if (exception)
        back = patch[slot];
    if (in)
        decoded[lane] = back;

    int many = count_exceptions(exception);
    if (lane == 0) {
        base[0] = f.base;
        width[0] = f.width;
        exceptions[0] = many;
    }
}
