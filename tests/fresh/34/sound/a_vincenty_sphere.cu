// fpcheck: great_circle <<<2, 32>>> p=@a_vincenty_sphere_p.npy q=@a_vincenty_sphere_q.npy metres=empty:64 n=64 --ref 'metres=@a_vincenty_sphere_metres.npy' --tol rtol=1e-4,atol=0.1
// expect: ok
// why: the angle of two positions by atan2 of a cross and a dot product is good for near, far and antipodal points alike; coincident points give atan2(0, 1) = 0
// figure: largest relative error at metres[57]: computed 6309841, exact 6309839.64, off by 1.4, within rtol=1e-4,atol=0.1
// Latitudes and longitudes in radians; a sphere of 6371 km.
__global__ void great_circle(const float* p, const float* q, float* metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dlon = q[2 * i + 1] - p[2 * i + 1];
    float dlat = q[2 * i] - p[2 * i];
    float s1, c1, s2, c2;
    sincosf(p[2 * i], &s1, &c1);
    sincosf(q[2 * i], &s2, &c2);
    float sh = sinf(0.5f * dlon);
    // cos1 sin2 - sin1 cos2 cos(dlon), with 1 - cos taken as a square
    float north = sinf(dlat) + 2.0f * s1 * c2 * sh * sh;
    float east = c2 * sinf(dlon);
    float cross = hypotf(north, east);
    float dot = s1 * s2 + c1 * c2 * cosf(dlon);
    metres[i] = 6371000.0f * atan2f(cross, dot);
}
