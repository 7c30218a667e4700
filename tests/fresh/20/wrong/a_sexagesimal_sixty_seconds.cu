// fpcheck: sexagesimal<<<1, 32>>> degrees=[10.35,5.7,48.8575,12.1,2.2945,359.9999] d=empty:6 m=empty:6 s=empty:6 n=6 want=[0,0,27,0,40,0] ref=s=want --tol bitwise
// expect: error mismatch at line 20
// why: degrees and minutes are truncated and the seconds rounded: 5.7 degrees gives 41 minutes and 60 seconds instead of 42 minutes and none
// figure: computed (m,s)[1]=(41, 60), MPFR (42, 0)
// Right ascensions for people: degrees, minutes and seconds to the nearest second.
__device__ int whole(float v)
{
    return (int)v;
}

__global__ void sexagesimal(const float *degrees, int *d, int *m, int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = degrees[i];
    int deg = whole(a);
    float minutes = (a - (float)deg) * 60.0f;
    int min = whole(minutes);
    int sec = __float2int_rn((minutes - (float)min) * 60.0f);
    d[i] = deg;
    m[i] = min;
    s[i] = sec;
}
