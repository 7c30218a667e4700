// fpcheck: pack_deltas <<<2, 128>>> key=[1649,2456,2688,3531,3812,3861,4345,4741,5370,5578,5775,6530,6538,7302,8135,8391,9031,9110,9211,9990,10451,10939,11052,11390,11545,12281,12920,13494,14173,14402,14440,14476,15335,16016,16706,17074,17918,18056,18472,18524,19229,19468,20049,20911,21363,22004,22666,23283,24118,24950,25512,25931,26609,26898,27435,28115,28895,29170,29828,30332,31045,31316,31660,32163,32583,33230,33510,34181,34812,35418,35528,35781,35825,36231,36444,37253,37955,38364,38432,39224,39801,40371,40519,40816,41606,42092,42560,43230,43690,44011,44474,44942,45677,46218,46537,46876,47120,47754,48342,48960,49810,50683,51277,51557,51732,51742,52618,53464,53819,54286,54339,54730,54969,55369,55513,56123,56183,56620,57177,58053,58642,59261,59785,60499,61353,61470,62121,62695,63555,63966,64351,64535,65188,65244,65568,66313,67088,67270,67750,68045,68613,68829,69435,70069,70368,70886,71645,71849,72376,73230,73516,73801,74270,75106,75586,76079,76721,76774,76835,77694,78107,78386,79113,79448,80257,80554,81452,81931,82331,82393,82949,83367,83813,84271,84611,84828,84915,85375,85833,86017,86554,86990,87812,87885,88239,88464,89111,89966,90369,90527,91420,92101,92372,93164,93892,94425,95291,95772,95934,96666,97241,97319,98149,98200,98413,99282,99711,100575,100699,100753,101548,102068,102950,103343,103806,104185,105033,105434,105902,106325,106899,106966,107681,107748,107919,108210,108241,108897,109516,110194,110352,111081,111096,111298,111525,112174,112182,112304,113120,113280,113496,114328,114716,115252,115284,115401,116196,116853,117074,117296,117573,117763,117770,118075,118601,118669] packed=empty:2x128 width=empty:2 first=empty:2
// fpcheck+ unpack_deltas <<<2, 128>>> words=packed widths=width heads=first restored=empty:256
// fpcheck+ compressed_size <<<1, 32>>> block_width=width bytes=empty:1 blocks=2
// expect: ok
// why: values straddle words, which neighbours share: both parts are or-ed atomically into words that were cleared before a barrier.
// figure: exact integers, error 0
//
// The kernels below are launched one after another on one stream: what one writes the next one reads.
// Sizes are those of the case above; a block never works on more than its own part of the data,
// Inputs are restrict-qualified: none of them is written by the kernel that reads it.
// Shared memory is static, and small enough for several blocks a multiprocessor.
//
#define BLOCK 128

// Delta encoding of sorted keys: a block packs 128 differences with as many bits each as the widest needs.

__device__ __forceinline__ unsigned warp_max(unsigned v)
{
    return __reduce_max_sync(0xffffffffu, v);
}

__device__ unsigned block_max(unsigned v)
{
    __shared__ unsigned part[BLOCK / 32];
    v = warp_max(v);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    unsigned m = part[0];
#pragma unroll
    for (int w = 1; w < BLOCK / 32; w++)
        m = max(m, part[w]);
    return m;
}

__device__ __forceinline__ int bits_for(unsigned v)
{
    return 32 - __clz(v);
}

// Puts `bits` bits of v at bit position `at`; a value may straddle two words.
__device__ void put_bits(unsigned *words, int at, int bits, unsigned v)
{
    if (bits == 0)
        return;
    const int word = at >> 5;
    const int shift = at & 31;
    atomicOr(&words[word], v << shift);
    const int room = 32 - shift;
    if (bits > room)
        atomicOr(&words[word + 1], v >> room);
}

__device__ unsigned get_bits(const unsigned *words, int at, int bits)
{
    if (bits == 0)
        return 0u;
    const int word = at >> 5;
    const int shift = at & 31;
    unsigned v = words[word] >> shift;
    const int room = 32 - shift;
    if (bits > room)
        v |= words[word + 1] << room;
    const unsigned mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1u;
    return v & mask;
}

__device__ __forceinline__ int words_used(int bits)
{
    return (BLOCK * bits + 31) / 32;
}

struct PackStorage {
    unsigned words[BLOCK];
    int bits;
};

__device__ unsigned delta_of(const unsigned *key)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    // the first of a block is stored as it is
    return threadIdx.x == 0 ? 0u : key[i] - key[i - 1];
}

__global__ void __launch_bounds__(BLOCK) pack_deltas(const unsigned *__restrict__ key, unsigned *__restrict__ packed,
                                                     int *__restrict__ width, unsigned *__restrict__ first)
{
    __shared__ PackStorage s;
    const int tid = threadIdx.x;

    const unsigned delta = delta_of(key);
    const int bits = bits_for(block_max(delta));
    s.words[tid] = 0u;
    if (tid == 0) {
        s.bits = bits;
        width[blockIdx.x] = bits;
        first[blockIdx.x] = key[blockIdx.x * BLOCK];
    }
    __syncthreads();

    put_bits(s.words, tid * s.bits, s.bits, delta);
    __syncthreads();

    const int used = words_used(s.bits);
    packed[blockIdx.x * BLOCK + tid] = tid < used ? s.words[tid] : 0u;
}

__device__ unsigned warp_inclusive_scan(unsigned v)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        unsigned u = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += u;
    }
    return v;
}

__device__ unsigned block_inclusive_scan(unsigned v)
{
    __shared__ unsigned totals[BLOCK / 32];
    const int warp = threadIdx.x >> 5;
    v = warp_inclusive_scan(v);
    if ((threadIdx.x & 31) == 31)
        totals[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += totals[w];
    return v;
}

__global__ void __launch_bounds__(BLOCK) unpack_deltas(const unsigned *__restrict__ words, const int *__restrict__ widths,
                                                       const unsigned *__restrict__ heads, unsigned *__restrict__ restored)
{
    const int tid = threadIdx.x;
    const int bits = widths[blockIdx.x];
    const unsigned delta = get_bits(words + blockIdx.x * BLOCK, tid * bits, bits);
    const unsigned sum = block_inclusive_scan(delta);
    restored[blockIdx.x * BLOCK + tid] = heads[blockIdx.x] + sum;
}

// Bytes of all blocks: their words, and eight bytes of head each.
__global__ void compressed_size(const int *__restrict__ block_width, int *__restrict__ bytes, int blocks)
{
    int mine = 0;
    for (int b = threadIdx.x; b < blocks; b += 32)
        mine += 4 * words_used(block_width[b]) + 8;
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x == 0)
        bytes[0] = mine;
}
