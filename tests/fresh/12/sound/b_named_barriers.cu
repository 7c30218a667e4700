// fpcheck: envelope <<<2, 96>>> re=randn:2x256 im=randn:2x256 smooth=empty:2x256
// expect: ok
// why: one warp loads, two warps work, with named barriers of 96 and 64 threads: barriers differ by role, but every one is met by exactly the threads that it counts.
// figure: relative error at most 2e-7 (hypotf, one sum of positive values)
#define PART 64
#define PARTS 4

__device__ __forceinline__ void barrier(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// Magnitude of a complex signal, then the mean of each value and its left neighbour within a part of 64.
__global__ void envelope(const float *re, const float *im, float *smooth)
{
    __shared__ float2 stage[2][PART];
    __shared__ float size[PART];
    const int t = threadIdx.x;
    const int base = blockIdx.x * PART * PARTS;
    const bool loader = t >= 64;

    for (int p = 0; p <= PARTS; p++) {
        if (loader) {
            if (p < PARTS)
                for (int i = t - 64; i < PART; i += 32)
                    stage[p & 1][i] = make_float2(re[base + p * PART + i], im[base + p * PART + i]);
        } else if (p > 0) {
            float2 z = stage[(p - 1) & 1][t];
            size[t] = hypotf(z.x, z.y);
            barrier(2, 64);
            float left = size[t > 0 ? t - 1 : 0];
            smooth[base + (p - 1) * PART + t] = 0.5f * (size[t] + left);
            barrier(2, 64);
        }
        barrier(1, 96);
    }
}
