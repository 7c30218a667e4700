// fpcheck: phases<<<1, 32>>> day=[2455012,2455107,2454931,2455030,2455099] fraction=[0.37119999527931213,0.042100001126527786,0.6011000275611877,0.9333000183105469,0.4489000141620636] phase=empty:5 epoch=2455000 period=12.75 n=5 want=[0.9702901957081813,0.3954588236177669,0.6353803943185246,0.4261411779067096,0.7999137266009462] ref=phase=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: a Julian day of 2.4 million goes into float, but only after the epoch was subtracted as an integer
// figure: largest error 2.4543089e-07 against 1e-6 + 1e-5 of the value
// Phase of a light curve: whole days are subtracted as integers, so nothing is absorbed.
__global__ void phases(const int *day, const float *fraction, float *phase, int epoch, float period, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float since = (float)(day[i] - epoch) + fraction[i];
        float rest = fmodf(since, period);
        if (rest < 0.0f)
            rest += period;
        phase[i] = rest / period;
    }
}
