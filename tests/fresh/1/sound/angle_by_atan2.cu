// fpcheck: angle <<<1, 64>>> u=uniform(0.2,1):64x3 v=uniform(-1,-0.2):64x3 out=empty:64 n=64
// expect: ok
__global__ void angle(const float* u, const float* v, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ax = u[3 * i], ay = u[3 * i + 1], az = u[3 * i + 2];
    float bx = v[3 * i], by = v[3 * i + 1], bz = v[3 * i + 2];
    float cx = ay * bz - az * by;
    float cy = az * bx - ax * bz;
    float cz = ax * by - ay * bx;
    float dot = ax * bx + ay * by + az * bz;
    out[i] = atan2f(sqrtf(cx * cx + cy * cy + cz * cz), dot);
}
