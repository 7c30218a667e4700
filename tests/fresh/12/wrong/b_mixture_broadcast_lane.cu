// fpcheck: responsibilities <<<1, 32>>> weight=[0.4961,0.9845,0.3949,0.3616,0.9271,0.8591,0.4801,0.5724,2.6215,1.6088,0.8486,2.7593,2.7771,2.211,1.9644,1.5646,2.9017,2.8396,4.6039,5.1501,0.8042,6.3702,1.8471,0.9302,6.3884,4.5044,7.1518,3.8929,5.7654,9.8167,5.026,6.3421] share=empty:4x8 want=[0.0977382876,0.193959573,0.0778005438,0.0712400016,0.182651011,0.169254108,0.0945860751,0.112770401,0.160284434,0.0983656674,0.0518853216,0.168709837,0.169798169,0.135185536,0.120107855,0.0956631795,0.114029159,0.111588792,0.18092113,0.20238535,0.0316029394,0.250332063,0.0725861595,0.0365544072,0.130674996,0.0921376952,0.146290376,0.0796294364,0.117931504,0.200801019,0.102807046,0.129727927] ref=share=want --tol rtol=1e-5,atol=1e-6
// expect: error mismatch at line 12
// why: the sum of a group of 8 lanes is fetched from lane 0 of the warp, not of the group: the width is missing.
// figure: computed 0.51647031, MPFR 0.160284434 (share[1][0])
#define K 8

// Expectation step of a mixture: each sample has K components, one lane each.
__device__ float group_sum(float v)
{
    for (int o = K / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, K);
    return __shfl_sync(0xffffffffu, v, 0);
}

__global__ void responsibilities(const float *weight, float *share)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float w = weight[i];
    float total = group_sum(w);
    share[i] = w / total;
}
