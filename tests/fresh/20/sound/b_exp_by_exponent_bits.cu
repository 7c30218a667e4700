// fpcheck: decay <<<1, 32>>> x=[-100.3,-20.7,-1.5,-0.5,-0.01,0.0,0.49,0.5,3.3,17.9,60.25,88.0] y=empty:12 n=12 want=[2.7558916550298386e-44,1.0235378168617352e-09,0.22313016014842982,0.6065306597126334,0.9900498339704614,1.0,1.6323162355223595,1.6487212707001282,27.112637627826548,59411574.27882162,1.466366514568564e+26,1.6516362549940018e+38] ref=y=want --tol rtol=2e-6,atol=1e-38
// expect: ok
// why: exp by adding an integer to the exponent field: the argument is reduced in two parts, the polynomial is good to 1e-7 on [-0.35, 0.35], and the results are clamped to normal numbers
// figure: computed y[9] about 59411576.0, MPFR 59411574.3: error about 2 ulp against 2e-6
// exp(x) with nothing but multiply-adds and integer steps; results below 2^-126 become 0.
__device__ float exp_bits(float x)
{
    if (x < -87.0f)
        return 0.0f;
    float n = rintf(x * 1.44269504f);
    float r = fmaf(n, -0.693359375f, x);       // ln 2, the upper part: few bits, n times it is exact
    r = fmaf(n, 2.12194440e-4f, r);            // and the rest
    float p = 1.9875691500e-4f;
    p = fmaf(p, r, 1.3981999507e-3f);
    p = fmaf(p, r, 8.3334519073e-3f);
    p = fmaf(p, r, 4.1665795894e-2f);
    p = fmaf(p, r, 1.6666665459e-1f);
    p = fmaf(p, r, 5.0000001201e-1f);
    p = fmaf(p, r * r, r) + 1.0f;
    return __int_as_float(__float_as_int(p) + ((int)n << 23));
}

__global__ void decay(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = exp_bits(x[i]);
}
