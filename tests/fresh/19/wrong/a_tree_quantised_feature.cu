// fpcheck: predict <<<1, 6>>> feature=[0.3,1.2,0.55,1.9,0.4,0.8,2.6,0.7,1.45,3.1,2.9,2,0.9,3.3,0.1,5.5,0.2,3.75] cut=[30,14,20] leaf=[0.5,-1.25,2,3.5,-0.75,1,-2.5,0.25] score=empty:6 n=6 want=[2,0.5,1,0.25,2,1] --ref 'score=want' --tol rtol=1e-6,atol=0
// expect: error mismatch at line 11
// why: the feature is cut to an integer before the scale of 16 steps a unit is applied: 15 of 16 codes can never occur
// figure: score[2] computed -1.25, MPFR 1.0
// Oblivious decision tree of depth 3 on features quantised to bytes, 16 steps a unit, as the trainer did: floor(16 x).
#define DEPTH 3
#define STEPS 16

__device__ unsigned char quantise(float x)
{
    int code = (int)x * STEPS;
    return (unsigned char)min(255, max(0, code));
}

__global__ void predict(const float *feature, const unsigned char *cut, const float *leaf, float *score, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = 0;
    for (int d = 0; d < DEPTH; d++) {
        unsigned char code = quantise(feature[i * DEPTH + d]);
        at |= (code > cut[d]) << d;
    }
    score[i] = leaf[at];
}
