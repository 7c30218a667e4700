// fpcheck: median_sigma <<<1, 32>>> variance=[[5.0,1.5,3.0,9.0,2.0],[1.25,4.0,1.5,1.75,8.0]] sigma=empty:2 background=2 rows=2 want=[1.0,0.0] ref=sigma=want --tol rtol=1e-5,atol=1e-6
// expect: error NaN in a sorting network at line 8
// why: where the variance is below the background sqrtf gives NaN; fminf and fmaxf drop the NaN and put the other operand in both places, so the median is of a set with one element twice
// figure: sigma[1] computed 2.44949, MPFR 0
// Median noise of five exposures after the background variance is taken off (negative excess counts as no noise).
__device__ void exchange(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__device__ float median5(float a, float b, float c, float d, float e)
{
    exchange(a, b);
    exchange(d, e);
    exchange(c, e);
    exchange(c, d);
    exchange(a, d);
    exchange(a, c);
    exchange(b, e);
    exchange(b, d);
    exchange(b, c);
    return c;
}

__global__ void median_sigma(const float *variance, float *sigma, float background, int rows)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    const float *v = variance + 5 * r;
    float s[5];
    for (int k = 0; k < 5; k++)
        s[k] = sqrtf(v[k] - background);
    sigma[r] = median5(s[0], s[1], s[2], s[3], s[4]);
}
