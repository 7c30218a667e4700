// fpcheck: pair_forces <<<2, 64>>> position=uniform(0,10):80000 force=empty:128 i_of=empty:128 j_of=empty:128 first=760480436 pairs=799980000 want=[38935,38936,38937,38938,38939,38940,38941,38942,38943,38944,38945,38946,38947,38948,38949,38950,38951,38952,38953,38954,38955,38956,38957,38958,38959,38960,38961,38962,38963,38964,38965,38966,38967,38968,38969,38970,38971,38972,38973,38974,38975,38976,38977,38978,38979,38980,38981,38982,38983,38984,38985,38986,38987,38988,38989,38990,38991,38992,38993,38994,38995,38996,38997,38998,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63] ref=j_of=want
// expect: error index in floating point at line 16
// why: 8 k + 1 needs 33 bits and is rounded to 24, and so is its root: for pairs next to the end of a row, i is one too large and j is -1 (or one too small)
// figure: computed j_of[0] -64, right 38935; 64 of 128 differ
#include <cuda_runtime.h>

struct PairOf {
    int i, j;
};

// Pair k of the triangle (1,0), (2,0), (2,1), (3,0), ...
__device__ PairOf unpack(int k)
{
    PairOf p;
    float root = sqrtf(8.0f * k + 1.0f);
    p.i = (int)((1.0f + root) * 0.5f);
    p.j = k - p.i * (p.i - 1) / 2;
    return p;
}

__device__ float repulsion(float dx, float dy)
{
    float r2 = dx * dx + dy * dy + 0.01f;
    return 1.0f / (r2 * r2);
}

__global__ void pair_forces(const float *position, float *force, int *i_of, int *j_of, int first, int pairs)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int k = first + t;
    if (k >= pairs) {
        force[t] = 0.0f;
        i_of[t] = -2;
        j_of[t] = -2;
        return;
    }
    PairOf p = unpack(k);
    i_of[t] = p.i;
    j_of[t] = p.j;
    int at = max(p.j, 0);
    float dx = position[2 * p.i] - position[2 * at];
    float dy = position[2 * p.i + 1] - position[2 * at + 1];
    force[t] = repulsion(dx, dy);
}
