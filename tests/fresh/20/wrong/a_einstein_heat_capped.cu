// fpcheck: einstein_heat<<<1, 32>>> theta=[0.01,0.5,2,6,20,48,60,95] c=empty:8 temperature=1 n=8
// expect: error overflow at line 14
// why: above x = 89 exp(x) is infinite, infinity over infinity is NaN, and fminf(NaN, 1) answers 1: a frozen mode is given the full heat capacity
// figure: computed c[7]=1.0, MPFR 4.98277676e-38
// Heat capacity of an Einstein oscillator in units of k: x^2 e^x / (e^x - 1)^2 with x = theta / T, never above 1.
__global__ void einstein_heat(const float *theta, float *c, float temperature, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = theta[i] / temperature;
    float e = expf(x);
    float q = x < 0.05f ? x * (1.0f + 0.5f * x + 0.16666667f * x * x) : e - 1.0f;
    float value = x * x * e / (q * q);
    c[i] = fminf(value, 1.0f);
}
