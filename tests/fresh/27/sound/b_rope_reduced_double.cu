// fpcheck: rope <<<2, 32>>> x=uniform(1,2):2x16 pos=[1000003, 777777] y=empty:2x16 base=500000.0 dim=16 rows=2
// expect: ok
// why: the angle is formed and reduced in double, so that the float sine and cosine see a small one
// figure: sin 1000003 = 0.47868541: error of the angle about 1e-7, of y about 2e-7, tolerance some ulps of the larger term
// Rotary embedding of long contexts: pairs (x[i], x[i + dim/2]) turn by pos * base^(-2i/dim).
__global__ void rope(const float *x, const int *pos, float *y, float base, int dim, int rows)
{
    int row = blockIdx.x;
    int i = threadIdx.x;
    int half = dim / 2;
    if (row >= rows || i >= half)
        return;
    const double two_pi = 6.283185307179586;
    double inv_freq = pow((double)base, -2.0 * (double)i / (double)dim);
    double angle = (double)pos[row] * inv_freq;
    angle -= two_pi * rint(angle / two_pi);
    float s, c;
    sincosf((float)angle, &s, &c);
    float a = x[row * dim + i];
    float b = x[row * dim + i + half];
    y[row * dim + i] = a * c - b * s;
    y[row * dim + i + half] = a * s + b * c;
}
