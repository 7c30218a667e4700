// fpcheck: sliver_area <<<1, 64>>> len=uniform(1,1.9):64 base=uniform(0.00001,0.00003):64 area=empty:64 n=64 ref=0.25*base*sqrt((2*len-base)*(2*len+base)) --tol rtol=0.0001
// expect: error cancellation at line 7: Heron for slivers (two equal sides, a tiny base): s - a is 1e-5 with an error of 1e-7
// Area of isosceles slivers of a mesh from the lengths of their edges, to find
// elements that the mesher must split.
__device__ float heron(float a, float b, float c) {
    float s = 0.5f * (a + b + c);
    return sqrtf(fmaxf(0.0f, s * (s - a) * (s - b) * (s - c)));
}

__global__ void sliver_area(const float* len, const float* base, float* area, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        area[i] = heron(len[i], len[i], base[i]);
}
