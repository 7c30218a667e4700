// fpcheck: fold<<<1, 32>>> day=[2455012,2455107,2455031,2455250,2455199] fraction=[0.37119999527931213,0.042100001126527786,0.6011000275611877,0.9333000183105469,0.4489000141620636] phase=empty:5 epoch=2455000.0 period=12.75 n=5
// expect: error absorption at line 9
// why: a Julian day near 2.4 million has steps of 0.25 in float: the fraction of the day is absorbed before the epoch is taken off
// figure: phase[0] computed 0.960784316, MPFR 0.970290196
// Phase of a variable star's light curve: Julian day in two parts, folded at the period.
__global__ void fold(const int *day, const float *fraction, float *phase, float epoch, float period, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float jd = (float)day[i] + fraction[i];
        float cycles = (jd - epoch) / period;
        phase[i] = cycles - floorf(cycles);
    }
}
