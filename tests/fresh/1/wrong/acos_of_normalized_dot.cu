// fpcheck: bond_angle <<<1, 64>>> u=uniform(0.2,1):64x3 scale=uniform(1.1,3):64 angle=empty:64 n=64 --ref angle=0*scale --tol rtol=0,atol=0.001
// expect: error nan-born at line 14: the cosine of two parallel vectors rounds above 1 for some, acos gives NaN
// Angle between a bond and its image: the image is the bond scaled.
__global__ void bond_angle(const float* u, const float* scale, float* angle, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ux = u[3 * i], uy = u[3 * i + 1], uz = u[3 * i + 2];
    float k = scale[i];
    float vx = ux * k, vy = uy * k, vz = uz * k;
    float iu = rsqrtf(ux * ux + uy * uy + uz * uz);
    float iv = rsqrtf(vx * vx + vy * vy + vz * vz);
    float c = (ux * iu) * (vx * iv) + (uy * iu) * (vy * iv) + (uz * iu) * (vz * iv);
    angle[i] = acosf(c);
}
