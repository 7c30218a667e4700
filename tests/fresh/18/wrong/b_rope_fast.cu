// fpcheck: rope_long <<<1, 32>>> x=const(1):8x2 pos=[1, 100, 5000, 30000, 100000, 131071, 200000, 262143] y=empty:8x2 freq=1 n=8
// expect: error fast-math approximation beyond its range at line 7: the hardware sine reduces its argument with one rounded product; at positions of long contexts the phase is off by hundredths
// why: the hardware sine reduces its argument with one rounded product; at positions of long contexts the phase is off by hundredths
// figure: y[14] computed -1.39891 (sin.approx as one rounded product with 1/(2 pi)), MPFR -1.402208
__device__ void rotate(float &a, float &b, float angle)
{
    float s = __sinf(angle);
    float c = __cosf(angle);
    float a0 = a;
    a = a0 * c - b * s;
    b = a0 * s + b * c;
}

__global__ void rope_long(const float *x, const int *pos, float *y, float freq, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = x[2 * i];
    float b = x[2 * i + 1];
    rotate(a, b, (float)pos[i] * freq);
    y[2 * i] = a;
    y[2 * i + 1] = b;
}
