// fpcheck: einstein_heat<<<1, 32>>> theta=[0.01,0.5,2,6,20,48,60] c=empty:7 temperature=1 n=7
// expect: ok
// why: exp(-x) and expm1(-x) neither overflow nor cancel; the cap by fminf only ever trims a last bit
// figure: computed c[6]=3.15234403e-23, MPFR 3.15234387e-23: error 4.9e-08 relative
// Heat capacity of an Einstein oscillator in units of k: x^2 e^x / (e^x - 1)^2 with x = theta / T, never above 1.
__global__ void einstein_heat(const float *theta, float *c, float temperature, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = theta[i] / temperature;
    float e = expf(-x);
    float q = x / -expm1f(-x);
    float value = q * q * e;
    c[i] = fminf(value, 1.0f);
}
