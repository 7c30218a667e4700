// fpcheck: backproject <<<(2, 2), (4, 4)>>> sino=[1.0,1.3958333333333333,1.7916666666666665,1.1875,1.5833333333333335,1.9791666666666665,1.375,1.7708333333333335,1.1666666666666667,1.5625,1.9583333333333335,1.3541666666666667,1.75,1.1458333333333333,1.5416666666666665,1.9375,1.3333333333333333,1.7291666666666665,1.125,1.5208333333333335,1.9166666666666665,1.3125,1.7083333333333335,1.1041666666666667,1.5,1.8958333333333335,1.2916666666666667,1.6875,1.0833333333333333,1.4791666666666667,1.875,1.2708333333333333,1.6666666666666665,1.0625,1.4583333333333333,1.8541666666666665,1.25,1.6458333333333335,1.0416666666666667,1.4375,1.8333333333333335,1.2291666666666667,1.625,1.0208333333333333,1.4166666666666667,1.8125,1.2083333333333333,1.6041666666666665] image=empty:36 size=6 detectors=12 views=4 want=[4.769158815093213,4.715254770863889,5.0261415438753785,4.619006664046001,5.227307743741725,4.388005536114952,4.439219097483102,4.357406788795869,4.342970990665215,4.423819967549052,4.897368026131614,4.327571860731165,4.4740701971138055,4.852333480681876,5.325881539264438,4.621332352750827,5.094880411333389,5.175729388217227,4.278883500616857,4.657146784184928,5.130694842767489,4.426145656253878,4.89969371483644,4.492558835007062,4.381111110804141,4.557244862702469,4.5428090645718155,4.623658041455653,4.609222243325,3.7420117712403176,4.578623496005916,5.052171554588478,5.62100438818553,4.725885651642938,5.036772424654427,4.1974702170276545] ref=image=want --tol rtol=2e-6,atol=0
// expect: ok
// why: floorf before the conversion, so that rays left of the detector get index -1 and not 0; both neighbours are tested, and the interpolant is continuous where the floor jumps
// figure: image[8]: computed 4.34297085, MPFR 4.342970991 (relative error 3.3e-8, tolerance 2e-6)
// Parallel-beam CT: pixel-driven backprojection with linear interpolation on the detector. One thread a pixel;
// views are spread evenly over half a turn, pixels and detector bins have the unit size.
#include <cuda_runtime.h>

#define PI_F 3.14159265358979f

struct Ray {
    float c, s; // direction of the detector axis
};

struct Geometry {
    int size;
    int detectors;
    int views;
};

// ---------------------------------------------------------------- geometry

__device__ Ray direction(int view, int views)
{
    Ray r;
    sincospif((float)view / views, &r.s, &r.c);
    return r;
}

// Centre of a pixel; x to the right, y up, the origin in the middle of the image.
__device__ float pixel_x(int column, Geometry g)
{
    return column - 0.5f * (g.size - 1);
}

__device__ float pixel_y(int row, Geometry g)
{
    return 0.5f * (g.size - 1) - row;
}

// Where the pixel's shadow falls, in bins; the middle of bin 0 is at 0.
__device__ float detector_position(float x, float y, Ray r, Geometry g)
{
    return x * r.c + y * r.s + 0.5f * (g.detectors - 1);
}

// ---------------------------------------------------------------- sampling

__device__ float bin(const float *view, int k, Geometry g)
{
    return k >= 0 && k < g.detectors ? view[k] : 0.0f;
}

__device__ float sample(const float *view, float u, Geometry g)
{
    float below = floorf(u);
    int k = (int)below;
    float t = u - below;
    float a = bin(view, k, g);
    float b = bin(view, k + 1, g);
    return a + t * (b - a);
}

// ---------------------------------------------------------------- the kernel

__global__ void backproject(const float *sino, float *image, int size, int detectors, int views)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= size || row >= size)
        return;

    Geometry g;
    g.size = size;
    g.detectors = detectors;
    g.views = views;

    float x = pixel_x(column, g);
    float y = pixel_y(row, g);

    float sum = 0.0f;
    for (int v = 0; v < views; v++) {
        Ray r = direction(v, views);
        float u = detector_position(x, y, r, g);
        sum += sample(sino + v * detectors, u, g);
    }
    image[row * size + column] = sum * (PI_F / views);
}

// ---------------------------------------------------------------- the filter
//
// Ramp filter of Ram and Lakshminarayanan in the space domain, to be applied to every view before:
//
//     h[0] = 1/4,   h[k] = -1 / (pi k)^2 for odd k,   h[k] = 0 for even k
//
// One block a view, one thread a bin; the view is in shared memory while it is filtered.

__device__ float ramp(int k)
{
    if (k == 0)
        return 0.25f;
    if ((k & 1) == 0)
        return 0.0f;
    float p = PI_F * k;
    return -1.0f / (p * p);
}

__global__ void filter_views(const float *raw, float *sino, int detectors)
{
    extern __shared__ float line[];
    const float *view = raw + blockIdx.x * detectors;

    for (int k = threadIdx.x; k < detectors; k += blockDim.x)
        line[k] = view[k];
    __syncthreads();

    for (int k = threadIdx.x; k < detectors; k += blockDim.x) {
        float sum = 0.0f;
        for (int j = 0; j < detectors; j++)
            sum = fmaf(line[j], ramp(k - j), sum);
        sino[blockIdx.x * detectors + k] = sum;
    }
}

// ---------------------------------------------------------------- circle
//
// Outside the circle that every view sees the image is set to zero, as scanners do.

__global__ void crop_to_circle(float *image, int size)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= size || row >= size)
        return;
    int x = 2 * column - (size - 1), y = 2 * row - (size - 1);
    if (x * x + y * y > size * size)
        image[row * size + column] = 0.0f;
}

// ---------------------------------------------------------------- display
//
// Window and level for the screen: grey values 0..255, rounded to the nearest, out of range clamped as floats.

__global__ void display(const float *image, unsigned char *grey, float level, float window, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = (image[i] - level) / window * 255.0f + 127.5f;
    v = fminf(fmaxf(v, 0.0f), 255.0f);
    grey[i] = (unsigned char)__float2int_rn(v);
}
