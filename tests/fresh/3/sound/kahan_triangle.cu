// fpcheck: sliver_area <<<1, 64>>> len=uniform(1,1.9):64 base=uniform(0.00001,0.00003):64 area=empty:64 n=64 ref=0.25*base*sqrt((2*len-base)*(2*len+base)) --tol rtol=0.00001
// expect: ok
// Kahan's formula: the sides in order, the parentheses as they are.
__device__ float kahan_area(float a, float b, float c) {
    if (a < b) { float t = a; a = b; b = t; }
    if (b < c) { float t = b; b = c; c = t; }
    if (a < b) { float t = a; a = b; b = t; }
    float p = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c));
    return 0.25f * sqrtf(fmaxf(p, 0.0f));
}

__global__ void sliver_area(const float* len, const float* base, float* area, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        area[i] = kahan_area(len[i], len[i], base[i]);
}
