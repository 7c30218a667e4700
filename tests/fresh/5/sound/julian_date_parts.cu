// fpcheck: days_since_j2000 <<<1, 32>>> day=[2460310,2460311,2455000,2451545] seconds=[3600.0,43000.0,7000.0,10000.0] d=empty:4 n=4 ref=d=day-2451545+seconds/86400 --tol rtol=1e-6,atol=1e-5
// expect: ok
__global__ void days_since_j2000(const int *day, const float *seconds, float *d, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    d[i] = (float)(day[i] - 2451545) + seconds[i] / 86400.0f;
}
