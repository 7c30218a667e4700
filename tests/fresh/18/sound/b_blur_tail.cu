// fpcheck: gauss_rows <<<3, 32>>> src=uniform(0,1):70 dst=empty:70 n=70
// expect: ok
// why: the last block has threads beyond the row and two barriers, but the threads stay to the end and only the accesses are guarded
// figure: dst off by 4.5e-08 at most, allowed about 2e-6
#define R 2

__constant__ float tap[2 * R + 1] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__global__ void gauss_rows(const float *src, float *dst, int n)
{
    __shared__ float s[32 + 4 * R];
    __shared__ float once[32 + 2 * R];
    int base = blockIdx.x * 32;
    for (int k = threadIdx.x; k < 32 + 4 * R; k += 32) {
        int g = min(max(base + k - 2 * R, 0), n - 1);
        s[k] = src[g];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 32 + 2 * R; k += 32) {
        float acc = 0.0f;
        for (int j = 0; j <= 2 * R; j++)
            acc += tap[j] * s[k + j];
        once[k] = acc;
    }
    __syncthreads();
    float acc = 0.0f;
    for (int j = 0; j <= 2 * R; j++)
        acc += tap[j] * once[threadIdx.x + j];
    int i = base + threadIdx.x;
    if (i < n)
        dst[i] = acc;
}
