// fpcheck: schedule_dose <<<1, 32>>> base=[1,2,3,4] total=empty:4 n=4
// expect: error literal decides at line 13: eight additions of 0.1f exceed 0.8f by an ulp in float32, so the ninth dose (at 0.8 h) is skipped; the exact sum is at most 0.8f
// Total of an infusion: one dose every 0.1 h from 0 to 0.8 h inclusive, each
// ten per cent smaller than the last.
#include <cuda_runtime.h>

__global__ void schedule_dose(const float* __restrict__ base, float* __restrict__ total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float dose = base[i];
    float sum = 0.0f;
    for (float t = 0.0f; t <= 0.8f; t += 0.1f) {
        sum += dose;
        dose *= 0.9f;
    }
    total[i] = sum;
}
