// fpcheck: loss <<<1, 4>>> z=[[1,2,3,0],[90,95,100,80],[5,-200,4,3],[120,10,20,30]] label=[2,0,0,1] out=empty:4 c=4
// expect: error overflow at line 10
// why: exp of a large logit is infinite, the clamp to FLT_MAX makes it finite again and the loss looks plausible
// figure: computed out[3] = 78.7228, exact 110
#include <cfloat>
__device__ float log_sum_exp(const float *z, int c)
{
    float s = 0.0f;
    for (int j = 0; j < c; ++j)
        s += expf(z[j]);
    return logf(fminf(s, FLT_MAX));
}

__global__ void loss(const float *z, const int *label, float *out, int c)
{
    int r = threadIdx.x;
    out[r] = log_sum_exp(z + r * c, c) - z[r * c + label[r]];
}
