// fpcheck: weigh <<<1, 128>>> income=uniform(18000,95000):200 weight=uniform(0.5,2):200 total=empty:2 n=200
// fpcheck+ deviations <<<1, 128>>> result=empty:3
// fpcheck+ classes <<<2, 128>>> counts=inout:zeros:10 width=10000
// fpcheck+ weighted_median <<<1, 128>>> median=empty:1
// expect: ok
// why: large incomes with weights: sums are taken in double and the variance in a second pass around the mean; the classes divide after a conversion to whole currency units
// figure: computed double sums, relative error below 1e-14, then half an ulp of float; tolerance 32 half ulps
//
// Evaluation of a survey: weighted mean, standard deviation, effective sample size, classes of income, weighted median.
#include <cuda_runtime.h>

#define THREADS 128

__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// The sum over a block of THREADS; every thread gets it.
__device__ double block_sum(double v)
{
    __shared__ double part[THREADS / 32];
    __shared__ double sum;
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        double s = 0.0;
        for (int w = 0; w < THREADS / 32; w++)
            s += part[w];
        sum = s;
    }
    __syncthreads();
    double r = sum;
    __syncthreads(); // part and sum are used again by the next call
    return r;
}

// total[0]: sum of the weights, total[1]: sum of the weighted incomes
__global__ void weigh(const float *income, const float *weight, double *total, int n)
{
    double w = 0.0, wx = 0.0;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        w += weight[i];
        wx += (double)weight[i] * income[i];
    }
    w = block_sum(w);
    wx = block_sum(wx);
    if (threadIdx.x == 0) {
        total[0] = w;
        total[1] = wx;
    }
}

// result: mean, standard deviation, effective sample size (Kish)
__global__ void deviations(const float *income, const float *weight, const double *total, float *result, int n)
{
    double mean = total[1] / total[0];
    double dd = 0.0, ww = 0.0;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        double d = income[i] - mean;
        double w = weight[i];
        dd += w * d * d;
        ww += w * w;
    }
    dd = block_sum(dd);
    ww = block_sum(ww);
    if (threadIdx.x == 0) {
        result[0] = (float)mean;
        result[1] = (float)sqrt(dd / total[0]);
        result[2] = (float)(total[0] * total[0] / ww);
    }
}

// Class k: from k * width to (k + 1) * width, the last one open.
__device__ int class_of(float income, int width)
{
    int whole = (int)income; // fractions of a unit play no role
    int k = whole / width;
    return k < 0 ? 0 : (k > 9 ? 9 : k);
}

__global__ void classes(const float *income, int *counts, int width, int n)
{
    __shared__ int local[10];
    if (threadIdx.x < 10)
        local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&local[class_of(income[i], width)], 1);
    __syncthreads();
    if (threadIdx.x < 10)
        atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

// Does person j come before person i? Equal incomes: by number.
__device__ bool before(const float *income, int j, int i)
{
    return income[j] < income[i] || (income[j] == income[i] && j < i);
}

// The first person, in order of income, at whom half of the total weight is reached.
__global__ void weighted_median(const float *income, const float *weight, const double *total, float *median, int n)
{
    for (int i = threadIdx.x; i < n; i += THREADS) {
        double below = 0.0;
        for (int j = 0; j < n; j++)
            if (before(income, j, i))
                below += weight[j];
        double half = 0.5 * total[0];
        if (below < half && below + weight[i] >= half)
            median[0] = income[i]; // of exactly one person
    }
}

// Every income as a number of standard deviations from the mean.
__global__ void standardise(const float *income, const float *result, float *score, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sd = result[1];
    score[i] = sd > 0.0f ? (income[i] - result[0]) / sd : 0.0f;
}

// Share of the total weight that is below a line of poverty, 60 % of the median.
__global__ void below_line(const float *income, const float *weight, const double *total, const float *median, float *share, int n)
{
    float line = 0.6f * median[0];
    double w = 0.0;
    for (int i = threadIdx.x; i < n; i += THREADS)
        if (income[i] < line)
            w += weight[i];
    w = block_sum(w);
    if (threadIdx.x == 0)
        share[0] = (float)(w / total[0]);
}

// The classes in words, for the table of the report:
//     0: under 10 000, 1: 10 000 to 19 999, ..., 9: 90 000 and more
//
// Kish's effective sample size is that of an unweighted survey with the same variance of the mean; it is n for equal
// weights, and less otherwise.
//
