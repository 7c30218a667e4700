// fpcheck: chunk_output <<<1, 64>>> q=const(0.5):64x4 k=const(0.5):64x4 v=ones:64 log_gate=const(-2):64 o=empty:64 want=[1,1.13533528,1.15365092,1.15612967,1.15646514,1.15651054,1.15651668,1.15651751,1.15651763,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764] ref=o=want --tol rtol=1e-5,atol=0
// expect: ok
// why: exp(c_i - c_j) is still split, but around the start of a sub-chunk of 16: exponents stay within 32 and both factors are far from overflow and underflow
// figure: errors of 1e-6 at most (expf of exact arguments), tolerance 1e-5
// Gated linear attention within a chunk of 64 with a reference point for each 16 steps.
constexpr int C = 64;
constexpr int SUB = 16;
constexpr int D = 4;

__device__ float dot(const float *a, const float *b)
{
    float sum = 0.0f;
    for (int d = 0; d < D; d++)
        sum = fmaf(a[d], b[d], sum);
    return sum;
}

__global__ void chunk_output(const float *q, const float *k, const float *v, const float *log_gate, float *o)
{
    __shared__ float cumulated[C];
    const int i = threadIdx.x;
    cumulated[i] = log_gate[i];
    __syncthreads();
    for (int by = 1; by < C; by <<= 1) {
        const float below = i >= by ? cumulated[i - by] : 0.0f;
        __syncthreads();
        cumulated[i] += below;
        __syncthreads();
    }
    const float reference = cumulated[i / SUB * SUB];
    const float shrink = expf(cumulated[i] - reference);
    float sum = 0.0f;
    for (int j = 0; j <= i; j++) {
        const float score = dot(q + i * D, k + j * D) * (shrink * expf(reference - cumulated[j]));
        sum = fmaf(fmaxf(score, 0.0f), v[j], sum);
    }
    o[i] = sum;
}
