// fpcheck: rope <<<2, 32>>> x=uniform(1,2):2x16 pos=[1000003, 777777] y=empty:2x16 base=500000.0 dim=16 rows=2
// expect: error fast-math approximation beyond its range at line 15
// why: __sinf and __cosf of an angle of a million radians are off by hundredths
// figure: computed about cos = -0.8819, sin = 0.4714 at pos 1000003, pair 0 (model of the fast reduction), MPFR -0.87798649, 0.47868541
// Rotary embedding of long contexts: pairs (x[i], x[i + dim/2]) turn by pos * base^(-2i/dim).
__global__ void rope(const float *x, const int *pos, float *y, float base, int dim, int rows)
{
    int row = blockIdx.x;
    int i = threadIdx.x;
    int half = dim / 2;
    if (row >= rows || i >= half)
        return;
    float inv_freq = i == 0 ? 1.0f : exp2f(-2.0f * (float)i / (float)dim * log2f(base));
    float angle = (float)pos[row] * inv_freq;
    float s = __sinf(angle);
    float c = __cosf(angle);
    float a = x[row * dim + i];
    float b = x[row * dim + i + half];
    y[row * dim + i] = a * c - b * s;
    y[row * dim + i + half] = a * s + b * c;
}
