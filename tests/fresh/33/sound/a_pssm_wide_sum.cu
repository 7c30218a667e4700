// fpcheck: profile_wide <<<2, 32>>> profile=@a_pssm_half.npy residue=@a_pssm_seq.npy score=empty:64 length=800 --ref 'score=@a_pssm_score.npy' --tol rtol=1e-3
// expect: ok
// why: the table is in halves and pairs of it are added by a half2 instruction, but only two and two, below 8; every pair goes into a binary32 sum
// figure: largest relative error 2.34e-05 at score[46] (1918.67188, exact 1918.7168), largest absolute error 0.0449
#include <cuda_fp16.h>

__global__ void profile_wide(const __half *__restrict__ profile, const unsigned char *__restrict__ residue,
                             float *__restrict__ score, int length)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char *mine = residue + t * length;
    float sum = 0.0f;
    for (int p = 0; p < length; p += 4) {
        __half2 a = __halves2half2(profile[p * 20 + mine[p]], profile[(p + 1) * 20 + mine[p + 1]]);
        __half2 b = __halves2half2(profile[(p + 2) * 20 + mine[p + 2]], profile[(p + 3) * 20 + mine[p + 3]]);
        float2 pair = __half22float2(__hadd2(a, b));
        sum += pair.x + pair.y;
    }
    score[t] = sum;
}
