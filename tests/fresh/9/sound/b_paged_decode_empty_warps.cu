// fpcheck: paged_decode <<<3, 128>>> q=[-1.75,0.75,0,0.5,1,0.25,-2,1,0.5,-0.75,-0.5,-0.5] k=[-2,-1,2,1.25,-0.75,1,0,-2,-1.75,-0.75,1.25,-1,1,0.25,-1.25,1.75,-0.5,-0.75,-1.75,2,0.5,0,1,1.25,-0.25,1.5,1,-1.5,1.5,0,-0.25,-0.75,0,0,1.25,-1.5,1,-1.5,-1.25,-0.75,-1.75,0.5,0.5,-1.5,0.75,1.75,-1.25,0,0.75,0,-0.5,0,-1.5,0.75,1.75,-0.25,0.25,0.25,-1,-1.5,1.25,1.75,1.5,1.25,-0.5,1.25,1.25,1.5,-1.75,-0.5,-1.5,-0.25,1.25,0,0.25,-1,-1,-0.25,-1.75,1.25,1.25,1.5,1,-1.5,0.5,-1.25,0.25,0.25,0.75,2,-0.75,-1,2,-1,-1,1.25,2,-0.75,0,2,-1,1.5,0.75,1.5,1,-1.75,0,-1.5,1.5,1.25,2,1.75,0.75,0.25,-0.25,-0.5,1,0,-0.75,1.25,-0.5,-0.75,1.75,-0.25,1.5,1.25,-2,-2] v=[-0.25,0.5,-1.25,0.5,0.5,1,1.5,-2,2,-0.25,0,1.75,-0.75,-0.75,1.5,0.75,0.75,-0.5,1.25,1.5,0.5,1.25,1.75,-0.25,-1.25,-2,-0.75,0.5,-1.5,1.75,0.5,1.75,-0.75,1.25,-0.5,0.75,-1.75,1.75,2,1,1.75,2,-0.5,-1.75,-1.5,-0.75,-1.25,-1.25,1.75,-0.5,-0.25,-1.5,1.5,-1.25,2,1,1.25,-1,-0.75,-1.25,-2,-0.75,0.5,2,0.75,-0.75,-1.5,-0.75,1,1.5,0,-1.75,-0.5,-1.75,2,-1.25,-0.25,-2,0.5,-1.5,1.25,2,1.25,0,-0.5,-2,0.75,-1.5,-1.5,-1,-1.25,1.25,-1,-1.25,-1.5,-0.25,1.5,-1,-1.5,0,0.5,1.25,-1.75,0.5,0,0.25,1.75,1.5,-1.25,-1.25,-0.25,0,0,1,1.5,1.5,-0.5,-2,-1,-1.75,-1,0.5,-2,-1.5,-1.75,-0.5,-1.5,1.25] table=[7,2,5,0,1,3,0,0,6,4,1,3] lengths=[13,0,16] o=empty:12 pages=4 scale=0.5 want=[6.03282095e-05,0.616167225,-0.828385701,-0.371499341,0,0,0,0,0.229839287,-0.263138482,0.525300404,0.0850237384] ref=o=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: warps without a key and a row without any key: their maximum is -inf, but a weight is only made where there is a key, and a row of no keys is zero by definition
// figure: errors of about 5e-7, tolerance 1e-6 + 1e-5|o|
// Decoding attention over a paged cache: page j of a row is a block of 4 keys somewhere; four warps share a row's pages.
constexpr int D = 4;
constexpr int PAGE = 4;
constexpr int WARPS = 4;

struct Part
{
    float m;
    float l;
    float o[D];
};

__device__ Part merged(const Part &a, const Part &b)
{
    Part r;
    r.m = fmaxf(a.m, b.m);
    const float wa = a.l > 0.0f ? expf(a.m - r.m) : 0.0f;
    const float wb = b.l > 0.0f ? expf(b.m - r.m) : 0.0f;
    r.l = a.l * wa + b.l * wb;
    for (int d = 0; d < D; d++)
        r.o[d] = a.o[d] * wa + b.o[d] * wb;
    return r;
}

__device__ Part from_lane(const Part &p, int offset)
{
    Part r;
    r.m = __shfl_xor_sync(0xffffffffu, p.m, offset);
    r.l = __shfl_xor_sync(0xffffffffu, p.l, offset);
    for (int d = 0; d < D; d++)
        r.o[d] = __shfl_xor_sync(0xffffffffu, p.o[d], offset);
    return r;
}

__device__ Part one_key(const float *q, const float *k, const float *v, float scale)
{
    Part r = {0.0f, 1.0f, {}};
    for (int d = 0; d < D; d++) {
        r.m = fmaf(q[d], k[d], r.m);
        r.o[d] = v[d];
    }
    r.m *= scale;
    return r;
}

__global__ void paged_decode(const float *q, const float *k, const float *v, const int *table, const int *lengths, float *o, int pages,
                             float scale)
{
    __shared__ Part parts[WARPS];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, row = blockIdx.x;
    const int position = warp * PAGE + lane;
    Part part = {-INFINITY, 0.0f, {}};
    if (lane < PAGE && warp < pages && position < lengths[row]) {
        const int slot = table[row * pages + warp] * PAGE + lane;
        part = one_key(q + row * D, k + slot * D, v + slot * D, scale);
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        part = merged(part, from_lane(part, offset));
    if (lane == 0)
        parts[warp] = part;
    __syncthreads();
    if (threadIdx.x < D) {
        Part all = parts[0];
        for (int w = 1; w < WARPS; w++)
            all = merged(all, parts[w]);
        o[row * D + threadIdx.x] = all.l > 0.0f ? all.o[threadIdx.x] / all.l : 0.0f;
    }
}
