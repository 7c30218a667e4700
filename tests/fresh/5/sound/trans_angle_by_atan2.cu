// fpcheck: angle_degrees <<<1, 32>>> u=[-0.953125,0.46875,0.78125,-0.4375,1.1875,-0.96875,-0.390625,0.5625,-1.171875,-0.640625,0.953125,-1.078125,-1.09375,0.9375,0.0625,1.453125,-0.859375,-0.453125] v=[0.953125,-0.46875,-0.78125,0.4375,-1.1875,0.96875,0.1953125,-0.28125,0.5859375,0.640625,-0.953125,1.078125,2.1875,-1.875,-0.125,-2.90625,1.71875,0.90625] degrees=empty:6 n=6 want=[180,180,180,180,180,180] ref=degrees=want --tol rtol=1e-5,atol=1e-4
// expect: ok
// Bond angles by the norm of the cross product: no cosine leaves [-1, 1].
__global__ void angle_degrees(const float *u, const float *v, float *degrees, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ax = u[3 * i], ay = u[3 * i + 1], az = u[3 * i + 2];
    float bx = v[3 * i], by = v[3 * i + 1], bz = v[3 * i + 2];
    float cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    float dot = ax * bx + ay * by + az * bz;
    degrees[i] = atan2f(sqrtf(cx * cx + cy * cy + cz * cz), dot) * 57.29577951f;
}
