// fpcheck: pack_deltas <<<2, 128>>> key=[1522,1922,2251,2527,2764,3597,4200,4891,5708,5766,6478,7229,7748,8628,9098,9273,9823,10189,10815,11447,11712,12473,13262,13270,13565,13756,14078,14684,14827,14865,15313,15834,16051,16072,16385,16850,17620,17631,18032,18611,19192,19962,20737,20871,21370,22247,22688,22969,23118,23521,24282,25179,26023,26630,27358,27614,27868,28464,29312,29902,30350,30829,31453,31676,32320,32379,32846,32900,33206,33352,34082,34659,34816,35090,35962,36408,36610,37289,37948,38159,38997,39837,39937,40793,41669,41945,42229,42843,43735,44431,45022,45062,45109,45465,45835,46473,46776,47219,47220,47500,48224,48360,48888,49759,50093,50701,50990,51334,51855,52600,52964,53516,53957,54688,55587,56461,57286,58065,58381,59024,59241,59630,60069,60769,61349,61774,61892,61926,62050,62132,62458,62899,63683,64258,64672,64998,65671,66351,66560,67266,67949,68250,68797,69072,69728,69792,70395,70874,71696,72455,72838,73502,73946,74541,74824,74899,75606,75694,76212,76755,77507,77901,78578,78633,79389,79894,80179,80624,80636,80644,81294,81924,82101,82301,82913,83746,84337,84856,85351,85452,86044,86398,86724,87437,88026,88786,88827,89148,89730,90115,90226,90940,91070,91520,91733,92480,92512,92661,93433,93794,94183,95010,95244,95268,95752,96475,97285,97548,97984,98746,98990,99853,100240,101028,101568,102415,103168,103689,104046,104849,105254,105975,106372,106797,107202,107831,108217,108739,109172,109345,109680,110103,110728,111491,111556,112346,113131,113663,113729,114505,114840,114891,115571,115922,116265,117022,117443,118299,118514,118987,119864,120491,120769,121630,121954,122746] packed=empty:2x128 width=empty:2 first=empty:2
// fpcheck+ unpack_deltas <<<2, 128>>> words=packed widths=width heads=first restored=empty:256
// fpcheck+ compressed_size <<<1, 32>>> block_width=width bytes=empty:1 blocks=2
// expect: error uninitialised at line 49
// why: the bits are or-ed into words of shared memory that nobody cleared.
// figure: undefined (bits of uninitialised shared memory remain in the words)
//
// The kernels below are launched one after another on one stream: what one writes the next one reads.
// Sizes are those of the case above; a block never works on more than its own part of the data,
// and every kernel may be launched with more threads than there is work, where it has a bound.
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
