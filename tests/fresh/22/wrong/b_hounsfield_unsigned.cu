// fpcheck: to_hu <<<1, 32>>> raw=[24,1024,1100,0,3071,4000,1000,64] hu=empty:8 n=8 slope=1.0 intercept=-1024.0 want=[-1000,0,76,-1024,2047,2976,-24,-960] ref=hu=want --tol bitwise
// expect: error conversion at line 10
// why: Hounsfield units are negative for fat, lung and air; __float2uint_rn of a negative number is 0, so that air reads as water
// figure: computed hu[0] = 0, right -1000
// Rescale slope and intercept of a DICOM slice.
__global__ void to_hu(const unsigned short *raw, short *hu, int n, float slope, float intercept)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = fmaf(slope, (float)raw[i], intercept);
        hu[i] = (short)__float2uint_rn(v);
    }
}
