// fpcheck: cosine_nearest <<<1, 32>>> m=4 d=4 q=[1.0, 2.0, 3.0, 4.0] db=[1.0, 0.0, 0.0, 0.0,  4.0, 3.0, 2.0, 1.0,  1e-25, 2e-25, 3e-25, 4e-25,  -1.0, 2.0, -3.0, 4.0] best=empty:1:i32 score=empty:1 want=[1.0] ref=score=want --tol rtol=1e-5,atol=0
// expect: error underflow, nan swallowed at line 16: the squares of the tiny row underflow, 0/0 is NaN and loses every comparison
// Index of the database row with the largest cosine similarity.
__global__ void cosine_nearest(const float* q, const float* db, int* best, float* score, int m, int d)
{
    if (threadIdx.x != 0) return;
    float qq = 0.0f;
    for (int j = 0; j < d; ++j) qq += q[j] * q[j];
    int arg = -1;
    float top = -2.0f;
    for (int r = 0; r < m; ++r) {
        const float* row = db + r * d;
        float dot = 0.0f, rr = 0.0f;
        for (int j = 0; j < d; ++j) {
            dot += q[j] * row[j];
            rr += row[j] * row[j];
        }
        float s = dot / (sqrtf(qq) * sqrtf(rr));
        if (s > top) { top = s; arg = r; }
    }
    best[0] = arg;
    score[0] = top;
}
