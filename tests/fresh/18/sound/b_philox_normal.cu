// fpcheck: draw_normals <<<2, 32>>> z=empty:256 raw=empty:256:u32 seed_lo=1234567 seed_hi=42 stream=7 n=256
// fpcheck+ moments <<<1, 64>>> mean=empty:1 var=empty:1 n=256
// fpcheck+ draw_poisson <<<1, 32>>> count=empty:32 lambda=3.5 seed_lo=99 seed_hi=1 n=32
// expect: ok
// why: integers that overflow on purpose and bits made floats; the top 24 bits are taken and a half added, so no uniform is 0 or 1
// figure: z off by 2.0e-07 at most, allowed about 4e-6
struct Key {
    unsigned a, b;
};

struct Block {
    unsigned x, y, z, w;
};

__device__ unsigned mul_hi(unsigned a, unsigned b)
{
    return __umulhi(a, b);
}

__device__ Block round_of(Block c, Key k)
{
    const unsigned m0 = 0xD2511F53u;
    const unsigned m1 = 0xCD9E8D57u;
    Block r;
    r.x = mul_hi(m1, c.z) ^ c.y ^ k.a;
    r.y = m1 * c.z;
    r.z = mul_hi(m0, c.x) ^ c.w ^ k.b;
    r.w = m0 * c.x;
    return r;
}

__device__ Key bump(Key k)
{
    k.a += 0x9E3779B9u;
    k.b += 0xBB67AE85u;
    return k;
}

// Philox 4x32-10.
__device__ Block philox(Block c, Key k)
{
    for (int r = 0; r < 10; r++) {
        c = round_of(c, k);
        k = bump(k);
    }
    return c;
}

// Strictly between 0 and 1: (2 k + 1) / 2^24 with k below 2^23 is exact in binary32.
__device__ float open01(unsigned u)
{
    unsigned k = u >> 9;
    return ((float)k + 0.5f) * 1.1920928955078125e-7f;
}

__device__ float2 box_muller(unsigned a, unsigned b)
{
    float radius = sqrtf(-2.0f * logf(open01(a)));
    float s, c;
    sincospif(2.0f * open01(b), &s, &c);
    return make_float2(radius * c, radius * s);
}

__device__ void store4(float *z, const float v[4], int at, int n)
{
    for (int k = 0; k < 4; k++)
        if (at + k < n)
            z[at + k] = v[k];
}

__global__ void draw_normals(float *z, unsigned *raw, unsigned seed_lo, unsigned seed_hi, unsigned stream, int n)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    int at = 4 * (int)t;
    if (at >= n)
        return;
    Block c = {t, 0u, stream, 0u};
    Key k = {seed_lo, seed_hi};
    Block r = philox(c, k);
    unsigned bits[4] = {r.x, r.y, r.z, r.w};
    float2 p = box_muller(r.x, r.y);
    float2 q = box_muller(r.z, r.w);
    float v[4] = {p.x, p.y, q.x, q.y};
    store4(z, v, at, n);
    for (int j = 0; j < 4; j++)
        if (at + j < n)
            raw[at + j] = bits[j];
}

struct Welford {
    float n, mean, m2;
};

__device__ Welford combine(Welford a, Welford b)
{
    Welford r;
    r.n = a.n + b.n;
    if (r.n == 0.0f)
        return a;
    float d = b.mean - a.mean;
    float f = b.n / r.n;
    r.mean = a.mean + d * f;
    r.m2 = a.m2 + b.m2 + d * d * a.n * f;
    return r;
}

__device__ Welford shuffle(Welford a, int delta)
{
    Welford o;
    o.n = __shfl_xor_sync(0xffffffffu, a.n, delta);
    o.mean = __shfl_xor_sync(0xffffffffu, a.mean, delta);
    o.m2 = __shfl_xor_sync(0xffffffffu, a.m2, delta);
    return o;
}

__global__ void moments(const float *z, float *mean, float *var, int n)
{
    __shared__ Welford part[2];
    Welford w = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 64) {
        Welford one = {1.0f, z[i], 0.0f};
        w = combine(w, one);
    }
    for (int d = 16; d > 0; d >>= 1)
        w = combine(w, shuffle(w, d));
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = w;
    __syncthreads();
    if (threadIdx.x == 0) {
        Welford all = combine(part[0], part[1]);
        *mean = all.mean;
        *var = all.m2 / (all.n - 1.0f);
    }
}

// Counts by the product of uniforms; a new block of four whenever the old one is used up.
__global__ void draw_poisson(int *count, float lambda, unsigned seed_lo, unsigned seed_hi, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Key key = {seed_lo, seed_hi};
    float limit = expf(-lambda);
    float p = 1.0f;
    int k = 0;
    for (unsigned b = 0; b < 16; b++) {
        Block c = {(unsigned)i, b, 0u, 0u};
        Block r = philox(c, key);
        unsigned bits[4] = {r.x, r.y, r.z, r.w};
        bool done = false;
        for (int j = 0; j < 4 && !done; j++) {
            p *= open01(bits[j]);
            if (p <= limit)
                done = true;
            else
                k++;
        }
        if (done)
            break;
    }
    count[i] = k;
}
