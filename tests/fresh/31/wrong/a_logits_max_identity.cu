// fpcheck: row_probs <<<3, 64>>> logits=uniform(-160,-150):3x50 probs=empty:3x50 cols=50
// expect: error wrong reduction identity at line 32
// why: the maximum starts from 0, above all logits of around -155, so that every exponential underflows; 0/0 is then hidden by fmaxf
// figure: probs[0][0] (uniform logits) computed 0, MPFR 0.0361387104
// Softmax of log-probabilities of whole sequences (they are long, so the numbers are far below zero).
__device__ float block_max(float v, float *part)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = fmaxf(part[0], part[1]);
    __syncthreads();
    return v;
}

__device__ float block_sum(float v, float *part)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    return part[0] + part[1];
}

__global__ void row_probs(const float *logits, float *probs, int cols)
{
    __shared__ float part[2];
    const float *row = logits + blockIdx.x * cols;
    float m = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = fmaxf(m, row[c]);
    m = block_max(m, part);
    float e = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        e += expf(row[c] - m);
    float total = block_sum(e, part);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        probs[blockIdx.x * cols + c] = fmaxf(expf(row[c] - m) / total, 0.0f);
}
