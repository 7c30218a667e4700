// fpcheck: opposite <<<1, 32>>> ax=[1,1,2,3,1,5,1,7] ay=[1,2,3,4,0,6,3,1] az=[0,0,0,1,0,1,0,1] degrees=empty:8 n=8
// expect: ok
// Angle of a vector and its image under an inversion, 180 degrees: the cross
// product decides near the ends of the range, atan2 needs no clamp.
__global__ void opposite(const float* ax, const float* ay, const float* az, float* degrees, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = ax[i], y = ay[i], z = az[i];
    float bx = -x, by = -y, bz = -z;
    float cx = __fsub_rn(__fmul_rn(y, bz), __fmul_rn(z, by));
    float cy = __fsub_rn(__fmul_rn(z, bx), __fmul_rn(x, bz));
    float cz = __fsub_rn(__fmul_rn(x, by), __fmul_rn(y, bx));
    float s = sqrtf(cx * cx + cy * cy + cz * cz);
    float c = x * bx + y * by + z * bz;
    degrees[i] = atan2f(s, c) * 57.29578f;
}
