// fpcheck: ggx_lobe <<<1, 32>>> half_vec=[0, 0, 1, 0.0001, 0.0002, 1, 0.01, 0, 1, 0.6, 0, 0.8] alpha=[0.0001, 0.0002, 0.01, 0.5] d=empty:4 n=4
// expect: ok
// why: alpha squared is 1e-8 and vanishes beside 1, but the sine is taken from the cross product and nothing is subtracted from 1
// figure: d off by 1.8e-07 relative at most, allowed about 2e-6
__global__ void ggx_lobe(const float *half_vec, const float *alpha, float *d, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = half_vec[3 * i], y = half_vec[3 * i + 1], z = half_vec[3 * i + 2];
    float inv = 1.0f / (x * x + y * y + z * z);
    float sin2 = (x * x + y * y) * inv;
    float cos2 = z * z * inv;
    float a2 = alpha[i] * alpha[i];
    float k = a2 * cos2 + sin2;
    d[i] = a2 / (3.14159265f * k * k);
}
