// fpcheck: facet_area <<<1, 8>>> r=[1000.0,512.0,2048.5,100.0,777.0,1500.0,900.3,640.7] chord=[0.001,0.002,0.003,0.0005,0.001,0.004,0.002,0.0011] area=empty:8 n=8 --ref area=0.25*chord*sqrt(4*r*r-chord*chord) --tol rtol=1e-3,atol=0
// expect: error cancellation at line 10: s = r + chord/2 rounds the chord away, s - r is a multiple of ulp(r); Heron's formula on a needle
// Area of the isosceles facet (chord, r, r) of a finely divided disc.
__global__ void facet_area(const float* r, const float* chord, float* area, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float a = chord[t];
    float b = r[t];
    float s = (a + b + b) * 0.5f;
    area[t] = sqrtf(s * (s - a) * (s - b) * (s - b));
}
