// fpcheck: sta_lta<<<1, 32>>> trace=[200,7,-233,284,210,-315,-110,-341,-396,531,8000000,-7345678,96,18,-313,-302,132,338,-551,-281,-60,313,161,243,72,-285,-40,380,52,-366,424,137,218,590,-164,-203,-751,44,181,-6,4,280,126,123,-21,-13,312,-28,-126,-165,40000,57,153,39,-99,-489,185,-297,-48,357,75,-244,211,-80] ratio=empty:64 samples=32 sta=3 lta=12 channels=2
// expect: ok
// why: running sums that add and subtract a quake: in 64-bit integers they are exact
// figure: relative error below 3e-7
// STA over LTA of 24-bit counts: windows slide by adding and subtracting squares, in integers, so nothing is lost.
__global__ void sta_lta(const int *trace, float *ratio, int samples, int sta, int lta, int channels)
{
    int ch = threadIdx.x;
    if (ch >= channels)
        return;
    const int *x = trace + ch * samples;
    long long fast = 0, slow = 0;
    for (int k = 0; k < samples; k++) {
        long long square = (long long)x[k] * x[k];
        fast += square;
        slow += square;
        if (k >= sta)
            fast -= (long long)x[k - sta] * x[k - sta];
        if (k >= lta)
            slow -= (long long)x[k - lta] * x[k - lta];
        ratio[ch * samples + k] = slow > 0 ? ((float)fast * (float)lta) / ((float)slow * (float)sta) : 1.0f;
    }
}
