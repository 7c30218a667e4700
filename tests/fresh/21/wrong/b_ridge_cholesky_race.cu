// fpcheck: ridge_fit<<<1, 64>>> features=uniform(-1,1):24x12 target=uniform(-1,1):24 weight=empty:12 samples=24 lambda=0.5
// expect: error race at line 62
// why: no barrier between the scaling of the pivot's column and the trailing update: threads of the other warp update with columns that are not scaled yet
// figure: computed weight[0] = nan where warp 1 reads unscaled columns (undefined), MPFR -0.105812 (own data of that kind)
constexpr int DIM = 12;

// Weights of a ridge regression: (X'X + lambda I) w = X'y by Cholesky in shared memory.
struct Normal
{
    float matrix[DIM][DIM + 1];
    float right[DIM];
};

__device__ float column_dot(const float *features, int i, int j, int samples)
{
    float sum = 0.0f;
    for (int s = 0; s < samples; ++s)
        sum = fmaf(features[s * DIM + i], features[s * DIM + j], sum);
    return sum;
}

__device__ float target_dot(const float *features, const float *target, int i, int samples)
{
    float sum = 0.0f;
    for (int s = 0; s < samples; ++s)
        sum = fmaf(features[s * DIM + i], target[s], sum);
    return sum;
}

__device__ void assemble(Normal &normal, const float *features, const float *target, int samples, float lambda)
{
    for (int e = threadIdx.x; e < DIM * DIM; e += blockDim.x)
    {
        int i = e / DIM;
        int j = e % DIM;
        float value = column_dot(features, i, j, samples);
        if (i == j)
            value += lambda;
        normal.matrix[i][j] = value;
    }
    for (int i = threadIdx.x; i < DIM; i += blockDim.x)
        normal.right[i] = target_dot(features, target, i, samples);
}

// Columns below the pivot by its root.
__device__ void scale_column(Normal &normal, int pivot)
{
    float root = normal.matrix[pivot][pivot];
    int i = pivot + 1 + threadIdx.x;
    if (i < DIM)
        normal.matrix[i][pivot] /= root;
}

__device__ void update_trailing(Normal &normal, int pivot)
{
    int left = DIM - pivot - 1;
    for (int e = threadIdx.x; e < left * left; e += blockDim.x)
    {
        int i = pivot + 1 + e / left;
        int j = pivot + 1 + e % left;
        if (j <= i)
            normal.matrix[i][j] -= normal.matrix[i][pivot] * normal.matrix[j][pivot];
    }
}

__device__ void factor(Normal &normal)
{
    for (int pivot = 0; pivot < DIM; ++pivot)
    {
        if (threadIdx.x == 0)
            normal.matrix[pivot][pivot] = sqrtf(normal.matrix[pivot][pivot]);
        __syncthreads();
        scale_column(normal, pivot);
        update_trailing(normal, pivot);
        __syncthreads();
    }
}

__device__ void solve_lower(Normal &normal)
{
    for (int k = 0; k < DIM; ++k)
    {
        if (threadIdx.x == 0)
            normal.right[k] /= normal.matrix[k][k];
        __syncthreads();
        int i = k + 1 + threadIdx.x;
        if (i < DIM)
            normal.right[i] -= normal.matrix[i][k] * normal.right[k];
        __syncthreads();
    }
}

__device__ void solve_upper(Normal &normal)
{
    for (int k = DIM - 1; k >= 0; --k)
    {
        if (threadIdx.x == 0)
            normal.right[k] /= normal.matrix[k][k];
        __syncthreads();
        int i = threadIdx.x;
        if (i < k)
            normal.right[i] -= normal.matrix[k][i] * normal.right[k];
        __syncthreads();
    }
}

__global__ void ridge_fit(const float *features, const float *target, float *weight, int samples, float lambda)
{
    __shared__ Normal normal;
    assemble(normal, features, target, samples, lambda);
    __syncthreads();
    factor(normal);
    solve_lower(normal);
    solve_upper(normal);
    if (threadIdx.x < DIM)
        weight[threadIdx.x] = normal.right[threadIdx.x];
}

// What the weights say about new samples.
__global__ void predict(const float *features, const float *weight, float *prediction, int samples)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= samples)
        return;
    float sum = 0.0f;
    for (int i = 0; i < DIM; ++i)
        sum = fmaf(features[s * DIM + i], weight[i], sum);
    prediction[s] = sum;
}

// Mean square of the residuals; one warp.
__global__ void mean_square(const float *prediction, const float *target, float *error, int samples)
{
    float sum = 0.0f;
    for (int s = threadIdx.x; s < samples; s += 32)
    {
        float d = prediction[s] - target[s];
        sum = fmaf(d, d, sum);
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        error[0] = sum / samples;
}

// Features with their means taken out.
__global__ void centre(const float *features, const float *mean, float *out, int samples)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < samples * DIM)
        out[e] = features[e] - mean[e % DIM];
}
