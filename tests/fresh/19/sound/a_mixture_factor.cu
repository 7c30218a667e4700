// fpcheck: log_likelihood <<<1, 32>>> x=[-1.23448598,-2.99637818,1.14908099,2.61807346,3.88720274,-0.85649848,-1.1749773,-1.02215898,3.16899967,5.90488768,2.04798198,-1.67590964,-0.441966176,1.26246679,3.66133237,7.13634014,0.443507463,-0.293347418,-2.93056631,-0.518089831,0.886069536,3.2430563,2.62600327,1.55881453] mean=[0.5,-1,2,3,1.5,-0.5] factor=[1.2,0,0,0.8,0.9,0,-0.5,0.6,1.1,0.7,0,0,-0.4,1.3,0,0.3,-0.9,0.8] weight=[0.4,0.6] out=empty:8 components=2 n=8 want=[-5.7501139851513532,-5.8290500455013197,-5.586606793041228,-13.315234193619276,-9.489644620047951,-21.252809845828438,-20.625691670848891,-8.2878780301076791] --ref 'out=want' --tol rtol=2e-5,atol=1e-5
// expect: ok
// why: -infinity starts the running log-sum and is multiplied away as exp(-inf) * 0; forward substitution by rows
// figure: out[0] computed -5.750114, MPFR -5.75011399
// Log-likelihood of samples under a mixture of Gaussians with full covariances, given by their Cholesky factors.
#include <cuda_runtime.h>
#include <math_constants.h>
#include <cstdio>
#include <vector>

#define DIM 3
#define MAX_COMPONENTS 8
#define HALF_LOG_2PI 0.918938533f

// ------------------------------------------------------------------ the model

// Covariance = factor * factor^T, factor lower triangular, row after row.
struct Component {
    float mean[DIM];
    float factor[DIM * DIM];
    float log_weight;
    float log_scale; // log of the density at the mean
};

// Entry (i, j) of the factor, i >= j.
__device__ inline float entry(const Component &c, int i, int j)
{
    return c.factor[i * DIM + j];
}

__device__ float log_at_mean(const Component &c)
{
    float log_det = 0.0f; // half of the covariance's
    for (int i = 0; i < DIM; i++)
        log_det += logf(entry(c, i, i));
    return -DIM * HALF_LOG_2PI - log_det;
}

__device__ void load_component(Component &c, const float *mean, const float *factor, float weight)
{
    for (int i = 0; i < DIM; i++)
        c.mean[i] = mean[i];
    for (int i = 0; i < DIM * DIM; i++)
        c.factor[i] = factor[i];
    c.log_weight = logf(weight);
    c.log_scale = log_at_mean(c);
}

// ------------------------------------------------------------------ distances

// Solves factor * z = x - mean; the squared length of z is the Mahalanobis distance squared.
__device__ float mahalanobis2(const Component &c, const float *x)
{
    float z[DIM];
    float sum = 0.0f;
    for (int i = 0; i < DIM; i++) {
        float r = x[i] - c.mean[i];
        for (int j = 0; j < i; j++)
            r = fmaf(-entry(c, i, j), z[j], r);
        z[i] = r / entry(c, i, i);
        sum = fmaf(z[i], z[i], sum);
    }
    return sum;
}

__device__ float log_density(const Component &c, const float *x)
{
    return c.log_scale - 0.5f * mahalanobis2(c, x);
}

// ------------------------------------------------------------------ log of a sum of exponentials

struct LogSum {
    float top; // largest term
    float sum; // of exp(term - top)
};

__device__ inline LogSum nothing()
{
    LogSum s;
    s.top = -CUDART_INF_F;
    s.sum = 0.0f;
    return s;
}

__device__ LogSum add(LogSum s, float term)
{
    if (term > s.top) {
        s.sum = s.sum * expf(s.top - term) + 1.0f; // exp(-inf) = 0 for the first
        s.top = term;
    } else {
        s.sum += expf(term - s.top);
    }
    return s;
}

__device__ inline float value(LogSum s)
{
    return s.top + logf(s.sum);
}

// ------------------------------------------------------------------ kernel

__global__ void log_likelihood(const float *x, const float *mean, const float *factor, const float *weight, float *out,
                               int components, int n)
{
    __shared__ Component model[MAX_COMPONENTS];
    int t = threadIdx.x;
    if (t < components)
        load_component(model[t], mean + t * DIM, factor + t * DIM * DIM, weight[t]);
    __syncthreads();

    int i = blockIdx.x * blockDim.x + t;
    if (i >= n)
        return;
    float sample[DIM];
    for (int d = 0; d < DIM; d++)
        sample[d] = x[i * DIM + d];

    LogSum s = nothing();
    for (int k = 0; k < components; k++)
        s = add(s, model[k].log_weight + log_density(model[k], sample));
    out[i] = value(s);
}

// ------------------------------------------------------------------ host

void score(const std::vector<float> &x, const std::vector<float> &mean, const std::vector<float> &factor,
           const std::vector<float> &weight, std::vector<float> &out)
{
    int n = (int)x.size() / DIM;
    int components = (int)weight.size();
    size_t floats = x.size() + mean.size() + factor.size() + weight.size() + n;
    float *d;
    cudaMalloc(&d, sizeof(float) * floats);
    float *dx = d, *dm = dx + x.size(), *df = dm + mean.size(), *dw = df + factor.size(), *dout = dw + weight.size();
    cudaMemcpy(dx, x.data(), sizeof(float) * x.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dm, mean.data(), sizeof(float) * mean.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(df, factor.data(), sizeof(float) * factor.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, weight.data(), sizeof(float) * weight.size(), cudaMemcpyHostToDevice);
    log_likelihood<<<(n + 63) / 64, 64>>>(dx, dm, df, dw, dout, components, n);
    out.resize(n);
    cudaMemcpy(out.data(), dout, sizeof(float) * n, cudaMemcpyDeviceToHost);
    cudaFree(d);
}

// Mean log-likelihood, as the stopping rule of the fit wants it.
double mean_score(const std::vector<float> &out)
{
    double sum = 0.0;
    for (float v : out)
        sum += v;
    return out.empty() ? 0.0 : sum / (double)out.size();
}
