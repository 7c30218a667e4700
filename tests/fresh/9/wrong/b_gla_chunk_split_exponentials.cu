// fpcheck: chunk_output <<<1, 64>>> q=const(0.5):64x4 k=const(0.5):64x4 v=ones:64 log_gate=const(-2):64 o=empty:64 want=[1,1.13533528,1.15365092,1.15612967,1.15646514,1.15651054,1.15651668,1.15651751,1.15651763,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764,1.15651764] ref=o=want --tol rtol=1e-5,atol=0
// expect: error overflow hidden later at line 35
// why: exp(c_i - c_j) is split into exp(c_i) exp(-c_j): 0 times infinity late in the chunk, and the ReLU makes 0 of the NaN
// figure: o[63] computed 0, MPFR 1.156518
// Gated linear attention within a chunk of 64: o_i = sum over j <= i of relu(q_i.k_j exp(c_i - c_j)) v_j, c the running sum of log gates.
constexpr int C = 64;
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
    __shared__ float grow[C];
    const int i = threadIdx.x;
    cumulated[i] = log_gate[i];
    __syncthreads();
    for (int by = 1; by < C; by <<= 1) {
        float below = i >= by ? cumulated[i - by] : 0.0f;
        __syncthreads();
        cumulated[i] += below;
        __syncthreads();
    }
    grow[i] = expf(-cumulated[i]);
    __syncthreads();
    const float shrink = expf(cumulated[i]);
    float sum = 0.0f;
    for (int j = 0; j <= i; j++) {
        float score = dot(q + i * D, k + j * D) * (shrink * grow[j]);
        sum = fmaf(fmaxf(score, 0.0f), v[j], sum);
    }
    o[i] = sum;
}
