// fpcheck: path_score <<<1, 32>>> emit=uniform(0.01,0.05):8x40 stay=0.9 score=empty:8 tracks=8 length=40
// expect: error underflow at line 9
// why: the product of 40 probabilities near 0.03 is 1e-61: it falls to zero in float, and fmaxf(.., 1e-38f) makes a plausible -87.5 of it
// figure: computed -87.4982335, MPFR about -147.2 (emissions near 0.028)
__device__ float likelihood(const float *emit, float stay, int length)
{
    float p = 1.0f;
    for (int j = 0; j < length; j++)
        p *= emit[j] * stay;
    return p;
}

__global__ void path_score(const float *emit, float stay, float *score, int tracks, int length)
{
    int track = blockIdx.x * blockDim.x + threadIdx.x;
    if (track >= tracks)
        return;
    float p = likelihood(emit + track * length, stay, length);
    score[track] = logf(fmaxf(p, 1e-38f));
}
