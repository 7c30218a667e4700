// fpcheck: fold <<<1, 16>>> t=[100000.03125,200000.0625,300000.09375,400000.125,150000.015625,250000.046875,350000.0625,450000.15625,120000.0078125,220000.015625,320000.03125,420000.0625,180000.046875,280000.09375,380000.125,480000.15625] bin=empty:16 nu=29.946923 nbins=64 n=16
// expect: error index off at line 8: t * nu is of the order of 1e7 turns, whose fraction has no bits left in binary32
// Fold arrival times of a pulsar into phase bins.
__global__ void fold(const float* t, int* bin, float nu, int nbins, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float turns = t[i] * nu;
    float frac = turns - floorf(turns);
    int b = (int)(frac * (float)nbins);
    bin[i] = b < nbins ? b : nbins - 1;
}
