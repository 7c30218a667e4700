// fpcheck: keystream <<<1, 32>>> key=[50462976,117835012,185207048,252579084,319951120,387323156,454695192,522067228] nonce=[150994944,1241513984,0] out=empty:32 counter=1 blocks=2 want=[3840405776,358169553,534581072,3295748259,3354710471,57196595,2594841092,1315755203,1180992210,162176775,98026004,2718075865,3516666549,3108902622,3900952779,1312575650,2005108746,1321195321,2964114680,3602459626,2495829661,4246549930,2672148389,3902746122,2465735143,2261055829,2624004543,2622438760,670757468,2512262,935986779,1001358924] ref=out=want --tol bitwise
// expect: ok
// why: additions wrap modulo 2^32 and rotations shift bits out on purpose; the shuffles that bring the diagonals into columns stay within four lanes
// figure: computed out[0] = 3840405776 (0xe4e7f110 of RFC 8439, 2.3.2), right the same: error 0
// ChaCha20 as in RFC 8439, four lanes for a block: each lane holds a column of the 4x4 state.
typedef unsigned int u32;

struct Column {
    u32 a, b, c, d;
};

__device__ u32 rotate(u32 v, int n)
{
    return (v << n) | (v >> (32 - n));
}

__device__ Column quarter(Column s)
{
    s.a += s.b;
    s.d = rotate(s.d ^ s.a, 16);
    s.c += s.d;
    s.b = rotate(s.b ^ s.c, 12);
    s.a += s.b;
    s.d = rotate(s.d ^ s.a, 8);
    s.c += s.d;
    s.b = rotate(s.b ^ s.c, 7);
    return s;
}

__device__ u32 from_right(u32 v, int distance)
{
    int lane = threadIdx.x & 3;
    return __shfl_sync(0xffffffffu, v, (lane + distance) & 3, 4);
}

// Row k moves k places to the left, so that diagonals stand in columns.
__device__ Column diagonals(Column s)
{
    s.b = from_right(s.b, 1);
    s.c = from_right(s.c, 2);
    s.d = from_right(s.d, 3);
    return s;
}

__device__ Column columns(Column s)
{
    s.b = from_right(s.b, 3);
    s.c = from_right(s.c, 2);
    s.d = from_right(s.d, 1);
    return s;
}

__device__ Column double_round(Column s)
{
    s = quarter(s);
    s = diagonals(s);
    s = quarter(s);
    return columns(s);
}

__device__ u32 constant_word(int lane)
{
    switch (lane) {
    case 0: return 0x61707865u;
    case 1: return 0x3320646eu;
    case 2: return 0x79622d32u;
    default: return 0x6b206574u;
    }
}

__device__ Column initial(const u32 *key, const u32 *nonce, u32 counter, int lane)
{
    Column s;
    s.a = constant_word(lane);
    s.b = key[lane];
    s.c = key[4 + lane];
    s.d = lane == 0 ? counter : nonce[lane - 1];
    return s;
}

__device__ void store(u32 *block, Column s, int lane)
{
    block[lane] = s.a;
    block[4 + lane] = s.b;
    block[8 + lane] = s.c;
    block[12 + lane] = s.d;
}

__global__ void keystream(const u32 *key, const u32 *nonce, u32 *out, u32 counter, int blocks)
{
    int lane = threadIdx.x & 3;
    int block = threadIdx.x >> 2;
    Column start = initial(key, nonce, counter + block, lane);
    Column s = start;
    for (int round = 0; round < 10; ++round)
        s = double_round(s);
    s.a += start.a;
    s.b += start.b;
    s.c += start.c;
    s.d += start.d;
    if (block < blocks)
        store(out + 16 * block, s, lane);
}

__global__ void crc32(const unsigned char *data, unsigned *out, int n)
{
    __shared__ unsigned table[16];
    int lane = threadIdx.x;
    if (lane < 16) {
        unsigned v = lane;
        for (int k = 0; k < 4; ++k)
            v = (v >> 1) ^ ((v & 1u) ? 0xedb88320u : 0u);
        table[lane] = v;
    }
    __syncwarp();
    if (lane == 0) {
        unsigned crc = 0xffffffffu;
        for (int i = 0; i < n; ++i) {
            crc ^= data[i];
            crc = (crc >> 4) ^ table[crc & 15u];
            crc = (crc >> 4) ^ table[crc & 15u];
        }
        out[0] = ~crc;
    }
}

typedef unsigned int u32;
typedef unsigned long long u64;

__device__ u32 inverse_of(u32 p)
{
    u32 x = p;
    for (int k = 0; k < 5; ++k)
        x *= 2 - p * x;
    return x;
}

__device__ u32 redc(u64 t, u32 p, u32 minus_inverse)
{
    u32 m = (u32)t * minus_inverse;
    u32 r = (u32)((t + (u64)m * p) >> 32);
    return r >= p ? r - p : r;
}

__global__ void modexp(const u32 *base, const u32 *exponent, u32 *out, u32 p, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    u32 k = 0u - inverse_of(p);
    u32 one = (u32)(((u64)1 << 32) % p);
    u32 b = (u32)(((u64)(base[i] % p) << 32) % p);
    u32 r = one;
    for (u32 e = exponent[i]; e; e >>= 1) {
        if (e & 1)
            r = redc((u64)r * b, p, k);
        b = redc((u64)b * b, p, k);
    }
    out[i] = redc(r, p, k);
}
