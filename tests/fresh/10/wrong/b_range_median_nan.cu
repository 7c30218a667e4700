// fpcheck: range_median <<<1, 32>>> frame=[8.23,0.0,0.0,4.78,6.42,1.32,1.41,2.41,8.83,3.42,5.72,0.0,6.64,2.68,4.4,0.0,3.28,3.42,1.15,7.74,8.18,5.14,6.08,0.0,6.29,0.0,5.62,0.0,6.54,6.52,7.83,6.44,3.59,0.0,0.0,6.03,6.87,0.0,0.0,5.84,2.87,4.14,4.34,1.33,8.62,1.67,8.76,7.34,2.78,3.9,0.0,0.0,1.25,4.4,0.0,0.0,6.02,4.42,6.02,0.0,6.4,8.18,7.73,0.0,4.33,6.59,0.0,0.0,5.99,4.12,0.0,0.0,4.36,7.81,4.79,3.09,2.81,6.81,0.0,0.0,3.48,5.17,0.0,0.0,1.46,6.02,0.0,0.0,7.97,0.0,2.78,3.83,2.77,4.94,6.46,0.0,1.52,8.43,1.55,0.0] median=empty:20 pixels=20 want=[6.400000095367432,5.139999866485596,6.079999923706055,1.3300000429153442,6.289999961853027,1.6699999570846558,5.619999885559082,2.4100000858306885,6.539999961853027,3.9000000953674316,5.71999979019165,3.8299999237060547,3.5899999141693115,4.400000095367432,4.789999961853027,3.0899999141693115,3.2799999713897705,4.420000076293945,1.5499999523162842,5.840000152587891] ref=median=want --tol bitwise
// expect: error mismatch at line 8
// why: fminf and fmaxf of a number and NaN both give the number: a dropout is replaced by a second copy of a neighbour, and the median moves
// figure: computed median[5] = 1.32, MPFR 1.67
// Temporal median of five range frames; a dropout (0) becomes NaN first and must not count.
__device__ void exchange(float &a, float &b)
{
    float lo = fminf(a, b), hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

__global__ void range_median(const float *frame, float *median, int pixels)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels)
        return;
    float v[5];
    int valid = 0;
    for (int k = 0; k < 5; k++) {
        float r = frame[k * pixels + p];
        bool ok = r > 0.0f;
        valid += ok;
        v[k] = ok ? r : __int_as_float(0x7fc00000);
    }
    exchange(v[0], v[1]);
    exchange(v[3], v[4]);
    exchange(v[2], v[4]);
    exchange(v[2], v[3]);
    exchange(v[1], v[4]);
    exchange(v[0], v[3]);
    exchange(v[0], v[2]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
    float m = v[0];
    for (int k = 1; k < 5; k++) // no indexing by a variable: the five stay in registers
        if (k == (valid - 1) / 2)
            m = v[k];
    median[p] = valid ? m : 0.0f;
}
