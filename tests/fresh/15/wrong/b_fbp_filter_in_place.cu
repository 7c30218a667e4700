// fpcheck: filter<<<4, 64>>> sino=uniform(0,2):4x64 filtered=empty:4x64 views=4 bins=64
// fpcheck+ backproject<<<2, 128>>> image=empty:16x16 cosine=[1.0,0.70710678,0.0,-0.70710678] sine=[0.0,0.70710678,1.0,0.70710678] views=4 bins=64 side=16
// fpcheck+ calibrate<<<2, 128>>> hu=empty:16x16 water=0.2 side=16
// expect: error race at line 64
// why: the smoothing pass writes its result into the shared row that neighbours of other warps still read
// figure: computed: depends on the order of the two warps, MPFR: the smoothed row before it is filtered
// Filtered backprojection of a small parallel-beam scan: one block a view filters its row of the sinogram in
// shared memory, a second kernel smears the rows over the image.

const int BINS = 64;
const float PI = 3.14159265f;

// ---------------------------------------------------------------- loading and weights

struct Row {
    const float *data;
    int bins;
};

__device__ Row view_row(const float *sino, int view, int bins)
{
    Row r;
    r.data = sino + view * bins;
    r.bins = bins;
    return r;
}

__device__ float sample(Row r, int k)
{
    return k >= 0 && k < r.bins ? r.data[k] : 0.0f;
}

// Dead and hot detector cells are bounded to a plausible line integral.
__device__ float plausible(float v)
{
    const float most = 12.0f;
    return fminf(fmaxf(v, 0.0f), most);
}

// Weight of the edge of the detector: a cosine taper over eight bins.
__device__ float taper(int k, int bins)
{
    const int wide = 8;
    int from_edge = min(k, bins - 1 - k);
    if (from_edge >= wide)
        return 1.0f;
    float u = ((float)from_edge + 0.5f) / (float)wide;
    return 0.5f - 0.5f * cospif(u);
}

// ---------------------------------------------------------------- passes over the row in shared memory

// Binomial smoothing (1 2 1) / 4 with the ends held.
__device__ float smooth_at(const float *row, int k, int bins)
{
    float left = row[k > 0 ? k - 1 : 0];
    float right = row[k + 1 < bins ? k + 1 : bins - 1];
    return 0.25f * left + 0.5f * row[k] + 0.25f * right;
}

__device__ void smooth(float *row, int k, int bins)
{
    float s = smooth_at(row, k, bins);
    row[k] = s;
    __syncthreads();
}

// Mean of the outer four bins on both sides: the air beside the patient.
__device__ float air(const float *row, int bins)
{
    float sum = 0.0f;
    for (int k = 0; k < 4; k++)
        sum += row[k] + row[bins - 1 - k];
    return sum / 8.0f;
}

// Ram-Lak kernel at a distance of d bins: 1/4, -1 / (pi d)^2 for odd d, 0 else.
__device__ float ram_lak(int d)
{
    if (d == 0)
        return 0.25f;
    if ((d & 1) == 0)
        return 0.0f;
    float w = PI * (float)d;
    return -1.0f / (w * w);
}

__device__ float ramp_at(const float *row, int k, int bins)
{
    float sum = 0.0f;
    for (int j = 0; j < bins; j++)
        sum += ram_lak(k - j) * row[j];
    return sum;
}

// ---------------------------------------------------------------- the filter

// One block a view, one thread a bin:
//   load, bound, taper | smooth twice | take off the air | ramp
__global__ void filter(const float *sino, float *filtered, int views, int bins)
{
    __shared__ float row[BINS];
    int view = blockIdx.x;
    int k = threadIdx.x;
    if (view >= views)
        return;

    Row source = view_row(sino, view, bins);
    row[k] = plausible(sample(source, k)) * taper(k, bins);
    __syncthreads();

    smooth(row, k, bins);
    smooth(row, k, bins);

    float offset = air(row, bins);
    __syncthreads();
    row[k] -= offset;
    __syncthreads();

    filtered[view * bins + k] = ramp_at(row, k, bins);
}

// ---------------------------------------------------------------- backprojection

struct Pixel {
    float x, y;
};

__device__ Pixel centre_of(int index, int side)
{
    Pixel p;
    p.x = (float)(index % side) - 0.5f * (float)(side - 1);
    p.y = (float)(index / side) - 0.5f * (float)(side - 1);
    return p;
}

// Where the pixel falls on the detector of a view, in bins.
__device__ float detector(Pixel p, float c, float s, int bins)
{
    return p.x * c + p.y * s + 0.5f * (float)(bins - 1);
}

__device__ float interpolate(Row r, float u)
{
    float base = floorf(u);
    int k = (int)base;
    float t = u - base;
    return (1.0f - t) * sample(r, k) + t * sample(r, k + 1);
}

__device__ bool inside_circle(Pixel p, int side)
{
    float radius = 0.5f * (float)side;
    return p.x * p.x + p.y * p.y <= radius * radius;
}

__global__ void backproject(const float *filtered, float *image, const float *cosine, const float *sine, int views,
                            int bins, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    Pixel p = centre_of(i, side);
    float sum = 0.0f;
    if (inside_circle(p, side)) {
        for (int v = 0; v < views; v++) {
            Row r = view_row(filtered, v, bins);
            sum += interpolate(r, detector(p, cosine[v], sine[v], bins));
        }
    }
    image[i] = sum * (PI / (float)views);
}

// ---------------------------------------------------------------- calibration
//
// The image is in attenuation per bin; water is that of the phantom of the morning.

// Attenuation to Hounsfield units, bounded to twelve bits.
__device__ float hounsfield(float mu, float water)
{
    return 1000.0f * (mu - water) / water;
}

__device__ float twelve_bits(float hu)
{
    return fminf(fmaxf(hu, -1024.0f), 3071.0f);
}

__device__ bool on_border(int index, int side)
{
    int x = index % side, y = index / side;
    return x == 0 || y == 0 || x == side - 1 || y == side - 1;
}

__global__ void calibrate(const float *image, float *hu, float water, int side)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    hu[i] = on_border(i, side) ? -1024.0f : twelve_bits(hounsfield(image[i], water));
}
