// fpcheck: distances <<<(M+7)/8, (8, 8)>>> p=uniform(100,101):MxD d=empty:MxM M=16 D=8
// expect: ok
// Pairwise distances from differences; the diagonal is an exact 0.
__global__ void distances(const float* p, float* d, int M, int D) {
    int i = blockIdx.x * 8 + threadIdx.y;
    if (i >= M) return;
    for (int j = threadIdx.x; j < M; j += 8) {
        float s = 0.0f;
        for (int k = 0; k < D; ++k) {
            float t = p[i * D + k] - p[j * D + k];
            s += t * t;
        }
        d[i * M + j] = sqrtf(s);
    }
}
