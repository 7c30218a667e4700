// fpcheck: evidence <<<2, 64>>> obs=uniform(40,60):2x128 log_z=empty:2 posterior_mean=empty:2 samples=128
// expect: error identity at line 67
// why: FLT_MIN is the smallest positive float, not the lowest: with log likelihoods below -1000 the maximum is wrong, every exp underflows and the evidence is log 0
// figure: computed log_z = -inf, posterior_mean = 0, MPFR -2419.01045, posterior mean 49.3687992; own draw of uniform(40,60)
// Evidence and posterior mean of a location parameter on a grid of models,
// one data set a block, with log likelihoods kept apart from their maximum.
#include <cfloat>

#define THREADS 64
#define MODELS 64
#define WARPS (THREADS / 32)

// ------------------------------------------------------------- model

struct Prior {
    float low;
    float high;
};

__device__ inline float location(const Prior &p, int model)
{
    float t = ((float)model + 0.5f) / (float)MODELS;
    return fmaf(p.high - p.low, t, p.low);
}

__device__ inline float log_density(float x, float mu)
{
    float d = x - mu;
    return -0.5f * d * d - 0.918938533f;
}

__device__ float log_likelihood(const float *obs, int samples, float mu)
{
    float sum = 0.0f;
    for (int j = 0; j < samples; j++)
        sum += log_density(obs[j], mu);
    return sum;
}

// ------------------------------------------------------------- reductions

template <typename Op> __device__ float warp_reduce(float v, Op op)
{
    for (int o = 16; o > 0; o >>= 1)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

struct Sum {
    __device__ float operator()(float a, float b) const
    {
        return a + b;
    }
    __device__ static float identity()
    {
        return 0.0f;
    }
};

struct Max {
    __device__ float operator()(float a, float b) const
    {
        return fmaxf(a, b);
    }
    __device__ static float identity()
    {
        return FLT_MIN;
    }
};

// Every thread gets the result; `parts` has a place for each warp.
template <typename Op> __device__ float block_reduce(float v, float *parts, Op op)
{
    int warp = threadIdx.x >> 5;
    v = warp_reduce(v, op);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        parts[warp] = v;
    __syncthreads();
    float r = Op::identity();
    for (int w = 0; w < WARPS; w++)
        r = op(r, parts[w]);
    return r;
}

// ------------------------------------------------------------- weights

struct Weighted {
    float weight;
    float moment;
};

__device__ inline Weighted weigh(float log_l, float highest, float mu)
{
    Weighted w;
    w.weight = expf(log_l - highest);
    w.moment = w.weight * mu;
    return w;
}

__device__ inline float safe_ratio(float a, float b)
{
    return b > 0.0f ? a / b : 0.0f;
}

// ------------------------------------------------------------- staging

__device__ void stage(const float *from, float *to, int count)
{
    for (int j = threadIdx.x; j < count; j += THREADS)
        to[j] = from[j];
}

// ------------------------------------------------------------- the kernel

__global__ void evidence(const float *obs, float *log_z, float *posterior_mean, int samples)
{
    __shared__ float data[256];
    __shared__ float parts[WARPS];
    Prior prior;
    prior.low = 45.0f;
    prior.high = 55.0f;

    // observations of this data set
    stage(obs + blockIdx.x * samples, data, samples);
    __syncthreads();

    // one model a thread
    float mu = location(prior, threadIdx.x);
    float log_l = log_likelihood(data, samples, mu);

    // weights relative to the best model
    float highest = block_reduce(log_l, parts, Max());
    Weighted w = weigh(log_l, highest, mu);
    float total = block_reduce(w.weight, parts, Sum());
    float moment = block_reduce(w.moment, parts, Sum());

    // results
    if (threadIdx.x == 0) {
        log_z[blockIdx.x] = highest + logf(total) - logf((float)MODELS);
        posterior_mean[blockIdx.x] = safe_ratio(moment, total);
    }
}

// ------------------------------------------------------------- host

cudaError_t run_evidence(const float *obs, float *log_z, float *posterior_mean, int sets, int samples)
{
    // device buffers
    float *d_obs = nullptr;
    float *d_log_z = nullptr;
    float *d_posterior_mean = nullptr;
    cudaMalloc(&d_obs, sizeof(float) * (sets * samples));
    cudaMalloc(&d_log_z, sizeof(float) * (sets));
    cudaMalloc(&d_posterior_mean, sizeof(float) * (sets));

    cudaMemcpy(d_obs, obs, sizeof(float) * (sets * samples), cudaMemcpyHostToDevice);
    cudaMemset(d_log_z, 0, sizeof(float) * (sets));
    cudaMemset(d_posterior_mean, 0, sizeof(float) * (sets));

    evidence<<<sets, THREADS>>>(d_obs, d_log_z, d_posterior_mean, samples);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(log_z, d_log_z, sizeof(float) * (sets), cudaMemcpyDeviceToHost);
    cudaMemcpy(posterior_mean, d_posterior_mean, sizeof(float) * (sets), cudaMemcpyDeviceToHost);
    cudaFree(d_obs);
    cudaFree(d_log_z);
    cudaFree(d_posterior_mean);
    return status;
}
