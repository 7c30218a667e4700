// fpcheck: lu_partial_pivot <<<1, 1>>> a=[1e-8, 1.0, 1.0,  1.0, 1.0, 2.0,  1.5, 3.0, 1.0] b=[2.0, 4.0, 5.0] x=empty:3
// expect: ok
// Solves a 3x3 system by LU with partial pivoting.
__global__ void lu_partial_pivot(const float* a, const float* b, float* x)
{
    float m[3][4];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) m[i][j] = a[i * 3 + j];
        m[i][3] = b[i];
    }
    for (int k = 0; k < 3; ++k) {
        int p = k;
        for (int i = k + 1; i < 3; ++i)
            if (fabsf(m[i][k]) > fabsf(m[p][k])) p = i;
        for (int j = 0; j < 4; ++j) {
            float t = m[k][j];
            m[k][j] = m[p][j];
            m[p][j] = t;
        }
        for (int i = k + 1; i < 3; ++i) {
            float l = m[i][k] / m[k][k];
            for (int j = k + 1; j < 4; ++j) m[i][j] = fmaf(-l, m[k][j], m[i][j]);
        }
    }
    for (int i = 2; i >= 0; --i) {
        float s = m[i][3];
        for (int j = i + 1; j < 3; ++j) s = fmaf(-m[i][j], x[j], s);
        x[i] = s / m[i][i];
    }
}
