// fpcheck: row_variance <<<1, 32>>> px=randint(59000,60000):4x512 s1=empty:4x513 s2=empty:4x513 var=empty:4x508 rows=4 n=512
// expect: error cancellation at line 28
// why: the prefix sums of squares reach 1.8e12, where binary32 steps by 131072; their difference over five pixels minus the squared mean leaves no digit of a variance of about 80000
// figure: computed 55808, MPFR 35104.56 (window 500 of one such row)
// Local variance of a raw 16 bit image along its rows, by running sums: every window costs two subtractions.
#define WIN 5

__global__ void row_variance(const unsigned short *px, float *s1, float *s2, float *var, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const unsigned short *p = px + r * n;
    float *a = s1 + r * (n + 1);
    float *b = s2 + r * (n + 1);
    float *out = var + r * (n - WIN + 1);

    a[0] = 0.0f;
    b[0] = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = p[i];
        a[i + 1] = a[i] + v;
        b[i + 1] = b[i] + v * v;
    }
    for (int i = 0; i + WIN <= n; i++) {
        float mean = (a[i + WIN] - a[i]) * (1.0f / WIN);
        float square = (b[i + WIN] - b[i]) * (1.0f / WIN);
        out[i] = square - mean * mean;
    }
}
