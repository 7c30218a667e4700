// fpcheck: chi_square <<<4, 64>>> observed=uniform(80,120):256 expected=const(100):256 part=empty:4 done=inout:zeros:1 out=empty:1 n=256
// expect: error missing fence at line 110
// why: the block's partial sum is stored and then a relaxed atomic counts the block as done, without __threadfence between: the last block may read stale partial sums
// figure: computed out may lack partial sums of other blocks (stale, or never written: undefined), MPFR the sum of all four
// Statistics: chi-square statistic in one launch, the last block to finish adds the partial sums.
// (1) terms, (2) sum of a block, (3) hand-over, (4) sum of the blocks

#define WARP 32
#define FULL 0xffffffffu

// ---- (1) terms ----------------------------------------------------------

struct Cell
{
    float observed;
    float expected;

    __device__ float residual() const
    {
        return observed - expected;
    }

    __device__ float pearson() const
    {
        float r = residual();
        return r * r / expected;
    }

    __device__ bool usable() const
    {
        return expected > 0.0f;
    }
};

__device__ Cell cell_at(const float *observed, const float *expected, int i)
{
    Cell c;
    c.observed = observed[i];
    c.expected = expected[i];
    return c;
}

__device__ float terms(const float *observed, const float *expected, int n)
{
    float s = 0.0f;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    {
        Cell c = cell_at(observed, expected, i);
        if (c.usable())
            s += c.pearson();
    }
    return s;
}

// ---- (2) the sum of a block ---------------------------------------------

__device__ float warp_sum(float v)
{
    for (int o = WARP / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(FULL, v, o);
    return v;
}

// Right in thread 0 only.
__device__ float block_sum(float v)
{
    __shared__ float slot[WARP];
    int lane = threadIdx.x & (WARP - 1);
    int warp = threadIdx.x / WARP;
    int warps = blockDim.x / WARP;
    v = warp_sum(v);
    if (lane == 0)
        slot[warp] = v;
    __syncthreads();
    if (warp == 0)
    {
        v = lane < warps ? slot[lane] : 0.0f;
        v = warp_sum(v);
    }
    return v;
}

// ---- (3) the hand-over --------------------------------------------------

struct Ticket
{
    unsigned *done;

    // true for the block that comes last
    __device__ bool take() const
    {
        unsigned before = atomicAdd(done, 1u);
        return before == gridDim.x - 1;
    }

    __device__ void reset() const
    {
        *done = 0u;
    }
};

// Stores the partial sum of the block; every thread learns whether its block is the last.
__device__ bool publish(float *part, const Ticket &ticket, float s)
{
    __shared__ bool last;
    if (threadIdx.x == 0)
    {
        part[blockIdx.x] = s;
        last = ticket.take();
    }
    __syncthreads();
    return last;
}

// ---- (4) the sum of the blocks ------------------------------------------

__device__ float gather(const float *part)
{
    float s = 0.0f;
    for (int b = threadIdx.x; b < gridDim.x; b += WARP)
        s += part[b];
    return warp_sum(s);
}

__global__ void chi_square(const float *observed, const float *expected, float *part, unsigned *done, float *out, int n)
{
    Ticket ticket;
    ticket.done = done;

    float s = block_sum(terms(observed, expected, n));
    if (!publish(part, ticket, s))
        return;

    if (threadIdx.x < WARP)
    {
        float total = gather(part);
        if (threadIdx.x == 0)
        {
            *out = total;
            ticket.reset();
        }
    }
}

// ---- not part of the case: residuals in units of their deviation -----------

__global__ void pearson_residuals(const float *observed, const float *expected, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Cell c = cell_at(observed, expected, i);
    out[i] = c.usable() ? c.residual() * rsqrtf(c.expected) : 0.0f;
}
