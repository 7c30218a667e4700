// fpcheck: parcel_area <<<2, 32>>> ex=[500010.5,500041.25,500047.75,500018.125,612345.5,612350.25,612352.75,612340.125] ny=[4649776.5,4649779,4649801.5,4649799,5211100.5,5211104,5211120.5,5211117] offset=[0,4,8] area=empty:2 parcels=2
// expect: error cancellation at line 30: the shoelace products are near 2e12 to 3e12 (ulp 262144 and more) and the areas are some hundred square metres
// Areas of cadastral parcels from UTM coordinates by the shoelace formula.
//
//     2 A = sum_i (x_i * y_{i+1} - x_{i+1} * y_i)
//
// Parcels are stored back to back (compressed rows): the vertices of parcel p
// are offset[p] .. offset[p + 1] - 1. One warp handles one parcel; the lanes
// stride over its edges and the partial sums are combined with shuffles.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int WARP_SIZE = 32;

/// Sum over all lanes of a warp.
template <typename T>
__device__ __forceinline__ T warp_reduce_add(T v)
{
#pragma unroll
    for (int delta = WARP_SIZE / 2; delta > 0; delta /= 2) {
        v += __shfl_down_sync(0xffffffffu, v, delta);
    }
    return v;
}

/// Twice the signed area that one edge contributes.
__device__ __forceinline__ float edge_term(float x0, float y0, float x1, float y1)
{
    return x0 * y1 - x1 * y0;
}

/// Areas of all parcels, in square metres.
///
/// @param ex       eastings of all vertices
/// @param ny       northings of all vertices
/// @param offset   parcels + 1 offsets into ex and ny
/// @param area     output, one area per parcel
/// @param parcels  number of parcels
__global__ void parcel_area(const float* __restrict__ ex,
                            const float* __restrict__ ny,
                            const int* __restrict__ offset,
                            float* __restrict__ area,
                            int parcels)
{
    const int p = blockIdx.x;
    if (p >= parcels) {
        return;
    }
    const int first = offset[p];
    const int last = offset[p + 1];
    const int count = last - first;

    float twice = 0.0f;
    for (int k = threadIdx.x; k < count; k += WARP_SIZE) {
        const int i = first + k;
        const int j = first + (k + 1 == count ? 0 : k + 1);
        twice += edge_term(ex[i], ny[i], ex[j], ny[j]);
    }
    twice = warp_reduce_add(twice);

    if (threadIdx.x == 0) {
        area[p] = 0.5f * fabsf(twice);
    }
}

#ifdef PARCEL_AREA_DEMO

/// A rectangle of the given size at the given corner.
static void push_rectangle(std::vector<float>& x, std::vector<float>& y,
                           float left, float bottom, float w, float h)
{
    x.push_back(left);
    y.push_back(bottom);
    x.push_back(left + w);
    y.push_back(bottom);
    x.push_back(left + w);
    y.push_back(bottom + h);
    x.push_back(left);
    y.push_back(bottom + h);
}

int main()
{
    std::vector<float> x, y;
    std::vector<int> offset(1, 0);
    for (int p = 0; p < 100; ++p) {
        push_rectangle(x, y, 10.0f * p, 5.0f * p, 8.0f, 4.0f);
        offset.push_back((int)x.size());
    }
    const int parcels = (int)offset.size() - 1;

    float *dx, *dy, *da;
    int* doff;
    cudaMalloc(&dx, x.size() * sizeof(float));
    cudaMalloc(&dy, y.size() * sizeof(float));
    cudaMalloc(&da, parcels * sizeof(float));
    cudaMalloc(&doff, offset.size() * sizeof(int));
    cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), y.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(doff, offset.data(), offset.size() * sizeof(int), cudaMemcpyHostToDevice);

    parcel_area<<<parcels, WARP_SIZE>>>(dx, dy, doff, da, parcels);

    std::vector<float> areas(parcels);
    cudaMemcpy(areas.data(), da, parcels * sizeof(float), cudaMemcpyDeviceToHost);
    for (int p = 0; p < 5; ++p) {
        printf("parcel %d: %.2f m^2\n", p, areas[p]);
    }

    cudaFree(dx);
    cudaFree(dy);
    cudaFree(da);
    cudaFree(doff);
    return 0;
}

#endif

// The sign of the sum tells the orientation of the ring; it is dropped here.
// Rings with holes are stored as parcels of their own and subtracted later.
