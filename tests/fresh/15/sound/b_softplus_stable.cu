// fpcheck: softplus<<<1, 32>>> x=[-90.0,-17.5,-1.0,0.0,0.30000001192092896,12.0,88.0,300.0] y=empty:8 n=8 want=[8.194012623990515e-40,2.5109991242183986e-08,0.3132616875182228,0.6931471805599453,0.8543552513164155,12.000006144193478,88.0,300.0] ref=y=want --tol rtol=1e-6,atol=1e-37
// expect: ok
// why: exp of 300 would overflow and log(1 + tiny) would lose all: the exponent is never positive, and log1pf takes the tiny part
// figure: computed y[1] = 2.510999e-08, MPFR 2.51099912e-08
__global__ void softplus(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = fmaxf(v, 0.0f) + log1pf(expf(-fabsf(v)));
    }
}
