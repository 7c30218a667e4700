// fpcheck: build_chain <<<2, 32>>> start=empty:49 column=empty:142 value=empty:142 n=48 modulus=210000000000.0 area=1000.0 spacing=0.000001
// fpcheck+ product <<<6, 64>>> rows=start columns=column values=value x=ones:48 y=empty:48 n=48
// fpcheck+ normalise <<<1, 64>>> vector=y unit=empty:48 n=48
// fpcheck+ participation <<<1, 64>>> mode=unit ratio=empty:1 n=48
// expect: error overflow at line 123
// why: entries of the stiffness matrix are about 2e20: their squares overflow in the norm, rsqrtf(inf) is 0, and the normalised vector is zero throughout.
// figure: computed 0, MPFR 0.7071067812
//
// The kernels below are launched one after another on one stream: what one writes the next one reads.
// Sizes are those of the case above; a block never works on more than its own part of the data,
// and every kernel may be launched with more threads than there is work, where it has a bound.
// Inputs are restrict-qualified: none of them is written by the kernel that reads it.
// Shared memory is static, and small enough for several blocks a multiprocessor.
//
// One step of a power iteration on the stiffness matrix of a chain of bars: CSR, eight lanes a row.
#define LANES 8

struct Row {
    int begin, end;
};

__device__ __forceinline__ Row row_of(const int *start, int r)
{
    return {start[r], start[r + 1]};
}

__device__ __forceinline__ int entries_before(int r, int n)
{
    // two for each end, three for each inner row
    if (r == 0)
        return 0;
    if (r >= n)
        return 3 * n - 2;
    return 3 * r - 1;
}

// Both ends are clamped: every node has a bar on either side.
__device__ __forceinline__ float diagonal(float left, float right)
{
    return left + right;
}

__global__ void build_chain(int *start, int *column, float *value, int n, float modulus, float area, float spacing)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    const float k = modulus * area / spacing;
    int at = entries_before(r, n);
    start[r] = at;
    if (r > 0) {
        column[at] = r - 1;
        value[at] = -k;
        at++;
    }
    column[at] = r;
    value[at] = diagonal(k, k);
    at++;
    if (r + 1 < n) {
        column[at] = r + 1;
        value[at] = -k;
        at++;
    }
    if (r == n - 1)
        start[n] = at;
}

__device__ __forceinline__ float lane_group_sum(float v)
{
#pragma unroll
    for (int o = LANES / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, LANES);
    return v;
}

__global__ void product(const int *__restrict__ rows, const int *__restrict__ columns, const float *__restrict__ values,
                        const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int group = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    const int lane = threadIdx.x % LANES;
    float acc = 0.0f;
    if (group < n) {
        const Row row = row_of(rows, group);
        for (int k = row.begin + lane; k < row.end; k += LANES)
            acc = fmaf(values[k], x[columns[k]], acc);
    }
    acc = lane_group_sum(acc);
    if (group < n && lane == 0)
        y[group] = acc;
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v)
{
    __shared__ float part[32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    float t = lane < (blockDim.x >> 5) ? part[lane] : 0.0f;
    return warp_sum(t);
}

__device__ __forceinline__ float inverse_length(float sum_of_squares)
{
    // a zero vector stays a zero vector
    return sum_of_squares > 0.0f ? rsqrtf(sum_of_squares) : 0.0f;
}

__global__ void normalise(const float *__restrict__ vector, float *__restrict__ unit, int n)
{
    float squares = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        squares += vector[i] * vector[i];
    const float scale = inverse_length(block_sum(squares));
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        unit[i] = vector[i] * scale;
}

// How many nodes take part in the mode: (sum u^2)^2 / sum u^4, between 1 and n.
__device__ __forceinline__ float participation_of(float second, float fourth)
{
    return fourth > 0.0f ? second * second / fourth : 0.0f;
}

__global__ void participation(const float *__restrict__ mode, float *__restrict__ ratio, int n)
{
    float second = 0.0f;
    float fourth = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const float u = mode[i];
        const float s = u * u;
        second += s;
        fourth += s * s;
    }
    second = block_sum(second);
    __syncthreads(); // the scratch of block_sum is used again
    fourth = block_sum(fourth);
    if (threadIdx.x == 0)
        ratio[0] = participation_of(second, fourth);
}
