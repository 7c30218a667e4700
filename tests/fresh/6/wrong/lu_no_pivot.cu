// fpcheck: lu_no_pivot <<<1, 1>>> a=[1e-8, 1.0, 1.0,  1.0, 1.0, 2.0,  1.0, 3.0, 1.0] b=[2.0, 4.0, 5.0] x=empty:3
// expect: error absorbed at line 15: without pivoting the entries of row two vanish beside multiples of 1e8
// Solves a 3x3 system by LU in place; used for per-pixel structure tensors.
__global__ void lu_no_pivot(const float* a, const float* b, float* x)
{
    float m[3][3], r[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) m[i][j] = a[i * 3 + j];
        r[i] = b[i];
    }
    for (int k = 0; k < 2; ++k)
        for (int i = k + 1; i < 3; ++i) {
            float l = m[i][k] / m[k][k];
            for (int j = k + 1; j < 3; ++j)
                m[i][j] -= l * m[k][j];
            r[i] -= l * r[k];
        }
    for (int i = 2; i >= 0; --i) {
        float s = r[i];
        for (int j = i + 1; j < 3; ++j) s -= m[i][j] * x[j];
        x[i] = s / m[i][i];
    }
}
