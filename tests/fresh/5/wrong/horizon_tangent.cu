// fpcheck: shadow_lengths <<<1, 32>>> elevation=[0.5,0.01,0.0001,0.000001,0.00001] length=empty:5 height=2.0 n=5 ref=length=2*cos(elevation)/sin(elevation) --tol rtol=1e-3,atol=0
// expect: error cancellation at line 9: pi/2 - elevation absorbs a small elevation, and the tangent near pi/2 makes it large
// Length of the shadow of a pole, from the sun's zenith angle.
__global__ void shadow_lengths(const float *elevation, float *length, float height, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float zenith = 1.57079633f - elevation[i];
    length[i] = height * tanf(zenith);
}
