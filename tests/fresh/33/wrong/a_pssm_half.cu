// fpcheck: profile_score <<<1, 64>>> profile=@a_pssm_half.npy residue=@a_pssm_seq.npy score=empty:64 length=800 --ref 'score=@a_pssm_score.npy' --tol rtol=1e-2
// expect: error rounding at line 14
// why: 800 profile scores of about 2.4 are added in a half, whose step is 1 from 1024 on: each addition rounds 2.4 to 2, several per cent of the sum in all; the table may be half, the sum not
// figure: score[57] computed 1789, MPFR 1921.21094
#include <cuda_fp16.h>

__global__ void profile_score(const __half *__restrict__ profile, const unsigned char *__restrict__ residue,
                              float *__restrict__ score, int length)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    __half sum = __float2half(0.0f);
    for (int p = 0; p < length; ++p) {
        int r = residue[t * length + p];
        sum = __hadd(sum, profile[p * 20 + r]);
    }
    score[t] = __half2float(sum);
}
