// fpcheck: to_centigray<<<1, 32>>> gray=[0.37,1.92,2.45,0.99,12.34,1.06] cgy=empty:6 n=6 want=[37,192,245,99,1234,106] --ref cgy=want
// expect: ok
// why: a product by 100 is rounded to an integer, and decimals like 12.34 are not exact, but they lie far from halves
// figure: computed cgy[1] = 192, MPFR 192 (error 0)
// Dose grid of a treatment plan in whole centigray.
__global__ void to_centigray(const float *gray, int *cgy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    cgy[i] = __float2int_rn(gray[i] * 100.0f);
}
