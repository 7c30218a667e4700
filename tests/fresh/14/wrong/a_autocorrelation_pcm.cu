// fpcheck: autocorrelation <<<1, 32>>> pcm=[0,17998,27575,24249,9577,-9577,-24249,-27575,-17998,0,17998,27575,24249,9577,-9577,-24249,-27575,-17998,0,17998,27575,24249,9577,-9577] r=empty:5 n=24 lags=5 want=[8911926724,6710811703,1693577012,-3619802047,-6802994188] --ref r=want --tol rtol=1e-6,atol=1
// expect: error integer overflow at line 13
// why: products of 16-bit samples need 30 bits: 24 of them overflow a 32-bit sum
// figure: r[0] computed 321992132, MPFR 8911926724
// Autocorrelation of 16-bit sound, the start of linear prediction.
__global__ void autocorrelation(const short *pcm, float *r, int n, int lags)
{
    int lag = threadIdx.x;
    if (lag >= lags)
        return;
    int sum = 0;
    for (int i = 0; i + lag < n; i++)
        sum += pcm[i] * pcm[i + lag];
    r[lag] = (float)sum;
}
