// fpcheck: call_genotype <<<1, 64>>> loglik=@a_gt_loglik.npy call=empty:64:i32 prob=empty:64 n=64 --ref 'call=@a_gt_call.npy' --ref 'prob=@a_gt_prob.npy' --tol rtol=1e-3
// expect: error nan at line 19
// why: log-likelihoods of deep sites are below -104, so all three expf are 0 and the posteriors 0/0; a NaN is never greater, so the call stays at homozygous reference with the starting probability (log-sum-exp without its maximum)
// figure: call[24] computed 0, should be 1; 32 of 64 elements differ
__global__ void call_genotype(const float *__restrict__ loglik, int *__restrict__ call, float *__restrict__ prob, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float prior[3] = {0.9985f, 0.001f, 0.0005f};
    float joint[3], sum = 0.0f;
    for (int g = 0; g < 3; ++g) {
        joint[g] = prior[g] * expf(loglik[3 * i + g]);
        sum += joint[g];
    }
    int best = 0;
    float best_prob = 1.0f / 3.0f;
    for (int g = 0; g < 3; ++g) {
        float p = joint[g] / sum;
        if (p > best_prob) {
            best_prob = p;
            best = g;
        }
    }
    call[i] = best;
    prob[i] = best_prob;
}
