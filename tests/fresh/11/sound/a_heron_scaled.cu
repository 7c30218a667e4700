// fpcheck: triangle_area <<<1, 64>>> a=[3,13,6e10,13,100000,3e-12] b=[4,5,8e10,14,99999.98,5e-12] c=[5,12,9e10,15,0.25,4e-12] area=empty:6 n=6
// expect: ok
// why: Kahan's order of the brackets: the sides are sorted and the differences of the sides are taken first, so needles keep their area; the exponent is taken out first, so nothing overflows
// figure: area[4]: computed 12444.9453, MPFR 12444.94567; largest relative error 3.8e-08
__device__ void order(float &a, float &b)
{
    float high = fmaxf(a, b), low = fminf(a, b);
    a = high;
    b = low;
}

__global__ void triangle_area(const float *sa, const float *sb, const float *sc, float *area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = sa[i], b = sb[i], c = sc[i];
    order(a, b);
    order(b, c);
    order(a, b);
    int e = ilogbf(a);
    a = scalbnf(a, -e);
    b = scalbnf(b, -e);
    c = scalbnf(c, -e);
    float q = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c));
    area[i] = scalbnf(0.25f * sqrtf(q), 2 * e);
}
