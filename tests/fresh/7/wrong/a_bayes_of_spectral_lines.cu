// fpcheck: classify<<<1, 32>>> z=[7.0,6.5,7.5,7.2,6.8,7.1,7.4,7.0] m=[0.0,0.8] label=empty:1:i32 margin=empty:1 features=8
// expect: error underflow decides a comparison at line 12
// why: both likelihoods are products of eight densities of 1e-9 to 1e-11 and vanish; 0 > 0 is false, so class 0 is always taken
// figure: computed label[0] = 0, margin[0] = 0.5 (both likelihoods 0), MPFR label 1, margin 1.0 (likelihoods 5.03e-91 and 1.66e-72)
// Naive Bayes of two line models with unit variance: thread c has class c.
template <int CLASSES>
__device__ float likelihood(const float *z, const float *m, int c, int features)
{
    float p = 1.0f / CLASSES;
    for (int f = 0; f < features; f++) {
        float d = z[f] - m[c];
        p *= 0.3989422804f * expf(-0.5f * d * d);
    }
    return p;
}

__global__ void classify(const float *z, const float *m, int *label, float *margin, int features)
{
    __shared__ float score[2];
    if (threadIdx.x < 2)
        score[threadIdx.x] = likelihood<2>(z, m, threadIdx.x, features);
    __syncthreads();
    if (threadIdx.x == 0) {
        label[0] = score[1] > score[0] ? 1 : 0;
        margin[0] = score[1] > score[0] ? score[1] / (score[0] + score[1]) : 0.5f;
    }
}
