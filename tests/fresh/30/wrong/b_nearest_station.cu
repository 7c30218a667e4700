// fpcheck: nearest_station <<<1, 32>>> p=[4198.945,174.747,4781.887,4199.105,174.9,4781.72] s=[4198.9,174.8,4781.9,4199.2,174.7,4781.6,4199.0,175.0,4781.8] d2=empty:2 which=empty:2 n=2 stations=3 want=[0.00498910341,0.0273566628] ref=d2=want --tol rtol=1e-3,atol=0
// expect: error cancellation at line 41
// why: |p|^2 - 2 p.s + |s|^2 with norms of 4e7 km^2 cancels to hundredths of a square kilometre: only multiples of 4 come out, and zero hides what is negative
// figure: d2[0]: computed about 0, MPFR 0.00498910341; d2[1]: computed about 0, MPFR 0.0273566628
#include <cuda_runtime.h>

struct Point {
    float x, y, z;
};

__device__ Point load(const float *v, int i)
{
    Point p;
    p.x = v[3 * i];
    p.y = v[3 * i + 1];
    p.z = v[3 * i + 2];
    return p;
}

__device__ float dot(Point a, Point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Earth-centred coordinates in kilometres; the squared norms of the stations are shared by all points.
__global__ void nearest_station(const float *p, const float *s, float *d2, int *which, int n, int stations)
{
    __shared__ float norm[32];
    int t = threadIdx.x;
    if (t < stations)
        norm[t] = dot(load(s, t), load(s, t));
    __syncthreads();
    if (t >= n)
        return;

    Point a = load(p, t);
    float own = dot(a, a);
    float best = __int_as_float(0x7f800000);
    int at = -1;
    for (int k = 0; k < stations; k++) {
        float d = own + norm[k] - 2.0f * dot(a, load(s, k));
        d = fmaxf(d, 0.0f);
        if (d < best) {
            best = d;
            at = k;
        }
    }
    d2[t] = best;
    which[t] = at;
}
