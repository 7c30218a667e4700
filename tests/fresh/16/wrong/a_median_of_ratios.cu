// fpcheck: median_ratio <<<1, 64>>> num=[0.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 0.0, 5.5, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0] den=[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0] median=empty:1 quartiles=empty:2 valid=empty:1 n=16 --ref median=@a_median_of_ratios.npy --tol rtol=1e-6,atol=0
// expect: error nan at line 49
// why: empty cells are 0 / 0; comparisons with NaN are false, so that the network does not bring NaN to the end and leaves the finite ratios out of order, while the count of valid ones believes it does
// figure: computed median = 4, MPFR 5
// Median and quartiles of ratios num / den over a table's cells. Cells that
// are empty (0 / 0) do not count: they go to the end, and the median is
// taken among the valid ones.
#include <cuda_runtime.h>

#define SIZE 64

// ------------------------------------------------------------- loading

__device__ inline float missing()
{
    return __int_as_float(0x7f800000);
}

__device__ inline float ratio(float a, float b)
{
    return a / b;
}

__device__ inline bool is_valid(float a, float b)
{
    return b != 0.0f || a != 0.0f;
}

// Places beyond the table are infinite, so that they sort to the end.
__device__ float load_cell(const float *num, const float *den, int i, int n)
{
    if (i >= n)
        return missing();
    return ratio(num[i], den[i]);
}

// ------------------------------------------------------------- sorting

__device__ inline void exchange(float *s, int a, int b)
{
    float t = s[a];
    s[a] = s[b];
    s[b] = t;
}

// Puts the pair into the order of its half of the network.
__device__ inline void compare(float *s, int low, int high, bool ascending)
{
    bool greater = s[low] > s[high];
    if (greater == ascending)
        exchange(s, low, high);
}

__device__ void merge_step(float *s, int size, int stride)
{
    int t = threadIdx.x;
    int partner = t ^ stride;
    if (partner > t) {
        bool ascending = (t & size) == 0;
        compare(s, t, partner, ascending);
    }
    __syncthreads();
}

__device__ void bitonic_sort(float *s)
{
    for (int size = 2; size <= SIZE; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1)
            merge_step(s, size, stride);
}

// ------------------------------------------------------------- counting

__device__ int count_valid(bool valid, int *parts)
{
    unsigned votes = __ballot_sync(0xffffffffu, valid);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = __popc(votes);
    __syncthreads();
    int total = 0;
    for (int w = 0; w < SIZE / 32; w++)
        total += parts[w];
    return total;
}

// ------------------------------------------------------------- quantiles

struct Quantiles {
    float lower;
    float median;
    float upper;
};

// The lower of two middles where there is no single one.
__device__ inline float at_fraction(const float *s, int count, int quarter)
{
    int k = (count - 1) * quarter / 4;
    return s[k];
}

__device__ Quantiles quantiles_of(const float *s, int count)
{
    Quantiles q;
    q.lower = at_fraction(s, count, 1);
    q.median = at_fraction(s, count, 2);
    q.upper = at_fraction(s, count, 3);
    return q;
}

__device__ inline Quantiles none()
{
    Quantiles q;
    q.lower = 0.0f;
    q.median = 0.0f;
    q.upper = 0.0f;
    return q;
}

// ------------------------------------------------------------- the kernel

__global__ void median_ratio(const float *num, const float *den, float *median, float *quartiles, int *valid, int n)
{
    __shared__ float s[SIZE];
    __shared__ int parts[SIZE / 32];
    int t = threadIdx.x;

    // ratios
    s[t] = load_cell(num, den, t, n);
    bool ok = t < n && is_valid(num[min(t, n - 1)], den[min(t, n - 1)]);
    int count = count_valid(ok, parts);
    __syncthreads();

    // order
    bitonic_sort(s);

    // results
    if (t == 0) {
        Quantiles q = count > 0 ? quantiles_of(s, count) : none();
        median[0] = q.median;
        quartiles[0] = q.lower;
        quartiles[1] = q.upper;
        valid[0] = count;
    }
}

// ------------------------------------------------------------- host

cudaError_t run_median_ratio(const float *num, const float *den, float *median, float *quartiles, int *valid, int n)
{
    // device buffers
    float *d_num = nullptr;
    float *d_den = nullptr;
    float *d_median = nullptr;
    float *d_quartiles = nullptr;
    int *d_valid = nullptr;
    cudaMalloc(&d_num, sizeof(float) * (n));
    cudaMalloc(&d_den, sizeof(float) * (n));
    cudaMalloc(&d_median, sizeof(float) * (1));
    cudaMalloc(&d_quartiles, sizeof(float) * (2));
    cudaMalloc(&d_valid, sizeof(int) * (1));

    cudaMemcpy(d_num, num, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemcpy(d_den, den, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemset(d_median, 0, sizeof(float) * (1));
    cudaMemset(d_quartiles, 0, sizeof(float) * (2));
    cudaMemset(d_valid, 0, sizeof(int) * (1));

    median_ratio<<<1, SIZE>>>(d_num, d_den, d_median, d_quartiles, d_valid, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(median, d_median, sizeof(float) * (1), cudaMemcpyDeviceToHost);
    cudaMemcpy(quartiles, d_quartiles, sizeof(float) * (2), cudaMemcpyDeviceToHost);
    cudaMemcpy(valid, d_valid, sizeof(int) * (1), cudaMemcpyDeviceToHost);
    cudaFree(d_num);
    cudaFree(d_den);
    cudaFree(d_median);
    cudaFree(d_quartiles);
    cudaFree(d_valid);
    return status;
}
