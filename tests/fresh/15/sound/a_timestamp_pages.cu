// fpcheck: pack_pages <<<2, 64>>> stamp=randint(1000000,1090000):256 packed=inout:zeros:264 base=empty:2 width=empty:2 words=empty:2 back=empty:256 page_words=132
// expect: ok
// why: values straddle words, shifts by up to 31 and masks up to 32 bits: shifts by 32 are avoided by 64 bit words; words are filled by atomicOr from many threads, on cleared words
// figure: computed back[i] = stamp[i], every one, exactly
// Pages of 128 timestamps: frame of reference, deltas to the least, packed with as many bits as the largest delta needs, and unpacked.

#define THREADS 64
#define VALUES 128
#define MAX_WORDS (VALUES + 1)
#define FULL 0xffffffffu

struct Range {
    unsigned low, high;
};

struct Page {
    unsigned base;
    int width;
    int words;
};

struct Shared {
    unsigned word[MAX_WORDS];
    Range part[THREADS / 32];
    Page page;
};

// ------------------------------------------------------------ ranges

__device__ inline Range nothing()
{
    Range r;
    r.low = 0xffffffffu;
    r.high = 0u;
    return r;
}

__device__ inline Range with(Range r, unsigned v)
{
    r.low = min(r.low, v);
    r.high = max(r.high, v);
    return r;
}

__device__ inline Range both(const Range &a, const Range &b)
{
    Range r;
    r.low = min(a.low, b.low);
    r.high = max(a.high, b.high);
    return r;
}

__device__ Range warp_range(Range r)
{
    r.low = __reduce_min_sync(FULL, r.low);
    r.high = __reduce_max_sync(FULL, r.high);
    return r;
}

__device__ Range thread_range(const unsigned *values)
{
    Range r = nothing();
    for (int i = threadIdx.x; i < VALUES; i += THREADS)
        r = with(r, values[i]);
    return r;
}

__device__ Range block_range(const unsigned *values, Shared &s)
{
    Range r = warp_range(thread_range(values));
    if ((threadIdx.x & 31) == 0)
        s.part[threadIdx.x / 32] = r;
    __syncthreads();
    return both(s.part[0], s.part[1]);
}

// ------------------------------------------------------------ pages

// Bits that the largest delta needs; none where all values are the same.
__device__ inline int bits_of(unsigned delta)
{
    return 32 - __clz((int)delta);
}

__device__ inline int words_of(int width)
{
    return (VALUES * width + 31) / 32;
}

__device__ Page page_of(const Range &r)
{
    Page p;
    p.base = r.low;
    p.width = bits_of(r.high - r.low);
    p.words = words_of(p.width);
    return p;
}

// ------------------------------------------------------------ packing

__device__ void clear(Shared &s)
{
    for (int i = threadIdx.x; i < MAX_WORDS; i += THREADS)
        s.word[i] = 0u;
}

// A value into its place, which may lie over two words.
__device__ void put(Shared &s, int i, unsigned delta, int width)
{
    int bit = i * width;
    int word = bit >> 5;
    unsigned long long spread = (unsigned long long)delta << (bit & 31);
    unsigned low = (unsigned)spread;
    unsigned high = (unsigned)(spread >> 32);
    atomicOr(&s.word[word], low);
    if (high != 0u)
        atomicOr(&s.word[word + 1], high);
}

__device__ void pack(Shared &s, const unsigned *values, const Page &p)
{
    for (int i = threadIdx.x; i < VALUES; i += THREADS)
        put(s, i, values[i] - p.base, p.width);
}

// ------------------------------------------------------------ unpacking

__device__ inline unsigned mask_of(int width)
{
    return (unsigned)((1ull << width) - 1ull);
}

// The word after the last one is there, and zero.
__device__ unsigned get(const Shared &s, int i, int width)
{
    int bit = i * width;
    int word = bit >> 5;
    unsigned long long pair = (unsigned long long)s.word[word + 1] << 32 | s.word[word];
    return (unsigned)(pair >> (bit & 31)) & mask_of(width);
}

__device__ void unpack(const Shared &s, unsigned *back, const Page &p)
{
    for (int i = threadIdx.x; i < VALUES; i += THREADS)
        back[i] = p.base + get(s, i, p.width);
}

// ------------------------------------------------------------ memory

__device__ void store_words(const Shared &s, unsigned *packed, const Page &p)
{
    for (int i = threadIdx.x; i < p.words; i += THREADS)
        packed[i] = s.word[i];
}

__device__ void load_words(Shared &s, const unsigned *packed, const Page &p)
{
    for (int i = threadIdx.x; i < MAX_WORDS; i += THREADS)
        s.word[i] = i < p.words ? packed[i] : 0u;
}

__device__ void store_page(unsigned *base, int *width, int *words, const Page &p)
{
    base[blockIdx.x] = p.base;
    width[blockIdx.x] = p.width;
    words[blockIdx.x] = p.words;
}

// ------------------------------------------------------------ the kernel

// One block a page:
//   phase 1: the range of its values, width of its deltas
//   phase 2: packing in shared memory, words to global memory
//   phase 3: words back from global memory, values from them
__global__ void pack_pages(const unsigned *stamp, unsigned *packed, unsigned *base, int *width, int *words,
                           unsigned *back, int page_words)
{
    __shared__ Shared s;
    const unsigned *mine = stamp + blockIdx.x * VALUES;
    unsigned *target = packed + blockIdx.x * page_words;

    // phase 1
    clear(s);
    Range r = block_range(mine, s);
    if (threadIdx.x == 0) {
        s.page = page_of(r);
        store_page(base, width, words, s.page);
    }
    __syncthreads();
    Page p = s.page;

    // phase 2
    pack(s, mine, p);
    __syncthreads();
    store_words(s, target, p);
    __syncthreads();

    // phase 3: block-wide visible after the barrier
    load_words(s, target, p);
    __syncthreads();
    unpack(s, back + blockIdx.x * VALUES, p);
}
