// fpcheck: dihedral <<<1, 32>>> ax=[1,1,2,3,1,5,1,7] ay=[1,2,3,4,0,6,3,1] az=[0,0,0,1,0,1,0,1] bin=empty:8 n=8
// expect: error nan-born at line 13: antiparallel vectors give a cosine of -1.0000001, acosf is NaN, (int)NaN is 0 and the bin 0 stands for 17
// Bins of 10 degrees of the angle between a vector and its image under an
// inversion (a check of a symmetry detector: all should be in bin 17).
__global__ void dihedral(const float* ax, const float* ay, const float* az, int* bin, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = ax[i], y = ay[i], z = az[i];
    float aa = x * x + y * y + z * z;
    float bb = aa;
    float ab = -aa;
    float c = ab / (sqrtf(aa) * sqrtf(bb));
    float degrees = acosf(c) * 57.29578f;
    int k = (int)(degrees / 10.0f);
    bin[i] = k > 17 ? 17 : k;
}
