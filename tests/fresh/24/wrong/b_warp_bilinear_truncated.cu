// fpcheck: warp <<<1, 32>>> image=[25.8566494,72.4790344,62.3821144,11.8680792,31.1569481,43.6885414,1.59011984,37.5106277,49.2471962,34.7928963,20.2010803,72.5583344,51.84515,38.4250374,95.9933548,88.060112,93.1546402,18.3054142,29.8324566,24.7003021] x=[-0.75,1.5,-0.25,3.25,0.5,2.125] y=[1.25,-0.5,2.5,1.75,-0.875,2.25] out=empty:6 w=5 h=4 n=6 want=[9.454169034957886,33.71528720855713,40.597947120666504,51.02124285697937,6.14598023891449,42.56230056285858] ref=out=want --tol rtol=1e-4,atol=1e-3
// expect: error mismatch at line 23
// why: a cast truncates towards zero: left of or above the border the cell is 0 instead of -1, and the weights become negative
// figure: computed out[0] = 51.68005, MPFR 9.45416903
__device__ float pixel(const float *image, int w, int h, int x, int y)
{
    if (x < 0 || y < 0 || x >= w || y >= h)
        return 0.0f; // black outside
    return image[y * w + x];
}

__device__ float blend(float a, float b, float t)
{
    return a + t * (b - a);
}

// Bilinear resampling at given places, black outside of the image.
__global__ void warp(const float *image, const float *x, const float *y, float *out, int w, int h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int cx = (int)x[i];
    int cy = (int)y[i];
    float fx = x[i] - cx;
    float fy = y[i] - cy;
    float upper = blend(pixel(image, w, h, cx, cy), pixel(image, w, h, cx + 1, cy), fx);
    float lower = blend(pixel(image, w, h, cx, cy + 1), pixel(image, w, h, cx + 1, cy + 1), fx);
    out[i] = blend(upper, lower, fy);
}
