// fpcheck: echo_median <<<1, 8>>> z=[8.0,3.0,1.5,12.0,0.5,6.0,2.0,9.0] noise=[1.0,4.0,0.5,2.0,0.75,1.0,3.0,1.0] median=empty:1 valid=empty:1 n=8 want=[8.450980400142567] ref=median=want --tol rtol=1e-4,atol=0
// expect: error NaN in a sorting network at line 30
// why: gates below the noise give a NaN, no comparison with it is true, so it splits the network and the values before and behind never meet
// figure: median[0]: computed 0, MPFR 8.4509804
// Median reflectivity (dBZ) of the gates of a ray that are above the noise: odd-even transposition sort of eight
// gates in shared memory; gates without an echo are meant to end up behind the others.
#include <cuda_runtime.h>

#define GATES 8

// ---------------------------------------------------------------- radar

// Linear reflectivity less the noise, in dB; NaN where nothing is left.
__device__ float reflectivity(float z, float noise)
{
    return 10.0f * log10f(z - noise);
}

__device__ bool has_echo(float dbz)
{
    return dbz == dbz;
}

// ---------------------------------------------------------------- sorting

__device__ void compare_exchange(float *v, int i)
{
    float a = v[i];
    float b = v[i + 1];
    if (a > b) {
        v[i] = b;
        v[i + 1] = a;
    }
}

// Round r compares the pairs (0,1), (2,3), .. or (1,2), (3,4), ..
__device__ void sort_gates(float *v, int n)
{
    for (int r = 0; r < n; r++) {
        int i = 2 * threadIdx.x + (r & 1);
        if (i + 1 < n)
            compare_exchange(v, i);
        __syncthreads();
    }
}

// ---------------------------------------------------------------- the kernel

__global__ void echo_median(const float *z, const float *noise, float *median, int *valid, int n)
{
    __shared__ float gate[GATES];
    __shared__ int count;

    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();

    if (t < n) {
        float d = reflectivity(z[t], noise[t]);
        gate[t] = d;
        if (has_echo(d))
            atomicAdd(&count, 1);
    }
    __syncthreads();

    sort_gates(gate, n);

    // lower median of the gates with an echo; they stand first
    if (t == 0) {
        valid[0] = count;
        median[0] = count > 0 ? gate[(count - 1) / 2] : -99.0f;
    }
}

// ---------------------------------------------------------------- rain rate
//
// Marshall-Palmer: Z = 200 R^1.6, so that R = (Z / 200)^(1/1.6) in mm/h, with the reflectivity in dB. Below
// 5 dBZ there is no rain to speak of, above 53 dBZ there is hail, which counts as 53.

__device__ float rain_rate(float dbz)
{
    if (!(dbz >= 5.0f))
        return 0.0f;
    float capped = fminf(dbz, 53.0f);
    // 10^((dBZ - 10 log10 200) / 16)
    return exp10f((capped - 23.0103f) * 0.0625f);
}

// Accumulation over the scans of an hour, one thread a gate.
__global__ void rain_hour(const float *dbz, float *millimetres, int scans, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    int used = 0;
    for (int s = 0; s < scans; s++) {
        float d = dbz[s * n + i];
        if (!has_echo(d))
            continue;
        sum += rain_rate(d);
        used++;
    }
    millimetres[i] = used > 0 ? sum / used : 0.0f;
}

// ---------------------------------------------------------------- texture
//
// Mean absolute difference of neighbouring gates of one ray: large in ground clutter, small in rain. Pairs in
// which a gate has no echo are left out.

__global__ void ray_texture(const float *dbz, float *texture, int n)
{
    int lane = threadIdx.x;
    float sum = 0.0f;
    int pairs = 0;
    for (int i = lane; i + 1 < n; i += 32) {
        float a = dbz[i], b = dbz[i + 1];
        if (!has_echo(a) || !has_echo(b))
            continue;
        sum += fabsf(b - a);
        pairs++;
    }
    for (int o = 16; o > 0; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        pairs += __shfl_xor_sync(0xffffffffu, pairs, o);
    }
    if (lane == 0)
        texture[0] = pairs > 0 ? sum / pairs : 0.0f;
}

// ---------------------------------------------------------------- echo top
//
// Height of the highest gate of a column that still has at least `threshold` dBZ; columns without one give -1.
// Gates are `spacing` metres apart and counted from the ground.

__global__ void echo_top(const float *dbz, float *top, float threshold, float spacing, int gates, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float height = -1.0f;
    for (int g = gates - 1; g >= 0; g--) {
        float d = dbz[g * columns + c];
        if (has_echo(d) && d >= threshold) {
            height = g * spacing;
            break;
        }
    }
    top[c] = height;
}
