// fpcheck: to_centigray<<<1, 32>>> gray=[0.37,1.92,2.45,0.99,12.34,1.06] cgy=empty:6 n=6 want=[37,192,245,99,1234,106] --ref cgy=want
// expect: error scale and cast in the wrong order at line 11
// why: the dose becomes an integer before it is scaled: fractions of a gray are lost
// figure: computed cgy[1] = 100, MPFR 192
// Dose grid of a treatment plan in whole centigray.
__global__ void to_centigray(const float *gray, int *cgy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    cgy[i] = (int)gray[i] * 100;
}
