// fpcheck: keystream<<<1, 32>>> key=[50462976,117835012,185207048,252579084,319951120,387323156,454695192,522067228] nonce=[150994944,1241513984,0] stream=empty:2x16 counter=1 blocks=2 want=[[3840405776,358169553,534581072,3295748259,3354710471,57196595,2594841092,1315755203,1180992210,162176775,98026004,2718075865,3516666549,3108902622,3900952779,1312575650],[2005108746,1321195321,2964114680,3602459626,2495829661,4246549930,2672148389,3902746122,2465735143,2261055829,2624004543,2622438760,670757468,2512262,935986779,1001358924]] --ref 'stream=want' --tol bitwise
// expect: ok
// why: unsigned additions wrap and the rotations use funnel shifts; the first block is the test vector of RFC 8439
// figure: computed stream[0][0] = 0xe4e7f110, MPFR the same (RFC 8439, 2.3.2)
#include <cstdint>

__device__ void quarter(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d)
{
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

// 64 bytes of ChaCha20 a thread.
__global__ void keystream(const uint32_t *key, const uint32_t *nonce, uint32_t *stream, uint32_t counter, int blocks)
{
    int block = threadIdx.x;
    if (block >= blocks)
        return;
    uint32_t start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u};
    for (int i = 0; i < 8; ++i)
        start[4 + i] = key[i];
    start[12] = counter + block;
    for (int i = 0; i < 3; ++i)
        start[13 + i] = nonce[i];
    uint32_t x[16];
    for (int i = 0; i < 16; ++i)
        x[i] = start[i];
    for (int round = 0; round < 10; ++round)
    {
        for (int i = 0; i < 4; ++i)
            quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
        for (int i = 0; i < 4; ++i)
            quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; ++i)
        stream[16 * block + i] = x[i] + start[i];
}
