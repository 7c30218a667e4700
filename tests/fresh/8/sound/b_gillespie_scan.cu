// fpcheck: next_reaction_step<<<1, 32>>> count=inout:[400, 350, 900, 120] rate=[0.5652, 0.2015, 0.0515, 1.2274, 0.2404, 1.2965, 1.294, 0.7601, 0.8049, 0.8668, 1.0925, 1.0833, 1.372, 1.909, 1.2688, 0.1202, 1.7427, 0.5999, 0.2914, 0.278, 0.0591, 0.3312, 1.2539, 1.2866, 0.9735, 1.2997, 0.8637, 0.2384, 0.3838, 0.9832, 1.7829, 1.1327] reactant=[1, 3, 3, 0, 3, 0, 0, 0, 0, 2, 1, 3, 2, 3, 3, 2, 1, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 3, 3, 1, 0] nu=[0, -1, 1, 0, 1, 0, 0, -1, 1, 0, 0, -1, -1, 1, 0, 0, 1, 0, 0, -1, -1, 1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, 0, 0, -1, 1, 0, -1, 1, 0, 1, 0, 0, -1, 0, 0, -1, 1, 1, 0, 0, -1, 1, 0, 0, -1, 0, 0, -1, 1, 0, -1, 1, 0, -1, 1, 0, 0, 0, -1, 1, 0, 0, -1, 1, 0, 1, 0, 0, -1, -1, 1, 0, 0, 0, 0, -1, 1, 0, -1, 1, 0, 0, -1, 1, 0, -1, 1, 0, 0, -1, 1, 0, 0, 0, 0, -1, 1, 1, 0, 0, -1, 1, 0, 0, -1, 0, -1, 1, 0, -1, 1, 0, 0] u=[0.25, 0.99999994, 0.5] e=[0.7, 0.2, 0.9] time=empty:1 fired=empty:3 events=3
// expect: ok
// why: u = 1 - 2^-24 times the total may not lie below the last prefix sum, but then the last channel with a positive propensity is taken, as exact arithmetic does
// figure: computed fired[1] = 31, exact 31
// Gillespie's direct method for one well-mixed volume: 32 channels, one a lane; 4 species.
#include <cuda_runtime.h>

namespace ssa {
constexpr int Channels = 32;
constexpr int Species = 4;
constexpr unsigned Everyone = 0xffffffffu;
}

struct Event {
    int channel;
    float wait;
};

// The propensity of a unimolecular channel, or of a dimerisation where the reactant is marked by a negative number.
__device__ float propensity(float rate, int reactant, const int *n)
{
    if (reactant >= 0)
        return rate * (float)n[reactant];
    int k = n[-reactant - 1];
    return rate * 0.5f * (float)(k * (k - 1));
}

// Inclusive prefix sums in lane order; the last one is the total that u is scaled by.
__device__ float inclusive_scan(float v)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 32; o <<= 1) {
        float up = __shfl_up_sync(ssa::Everyone, v, o);
        if (lane >= o)
            v += up;
    }
    return v;
}

// The time to the next event is exponential with the total propensity; e is uniform in (0, 1].
__device__ float waiting_time(float e, float total)
{
    return -logf(e) / total;
}

// The first channel whose prefix sum exceeds the target, or the last that can fire at all: never one beyond the table.
__device__ int choose_channel(const float *a, const float *prefix, float target)
{
    int last = 0;
    for (int j = 0; j < ssa::Channels; ++j) {
        if (a[j] <= 0.0f)
            continue;
        last = j;
        if (prefix[j] > target)
            break;
    }
    return last;
}

__device__ Event next_event(const float *a, const float *prefix, float total, float u, float e)
{
    Event event;
    event.wait = waiting_time(e, total);
    event.channel = choose_channel(a, prefix, u * total);
    return event;
}

__global__ void next_reaction_step(int *count, const float *rate, const int *reactant, const int *nu, const float *u, const float *e, float *time,
                              int *fired, int events)
{
    __shared__ float a[ssa::Channels];
    __shared__ float prefix[ssa::Channels];
    __shared__ int n[ssa::Species];
    __shared__ int chosen;
    __shared__ float clock;

    int lane = threadIdx.x;

    if (lane < ssa::Species)
        n[lane] = count[lane];
    if (lane == 0) {
        clock = 0.0f;
        chosen = 0;
    }
    __syncthreads();

    for (int k = 0; k < events; ++k) {
        // 1. propensities
        float mine = propensity(rate[lane], reactant[lane], n);
        a[lane] = mine;
        float scanned = inclusive_scan(mine);
        prefix[lane] = scanned;
        float total = __shfl_sync(ssa::Everyone, scanned, ssa::Channels - 1);
        __syncthreads();

        // 2. an absorbing state ends the trajectory
        if (total <= 0.0f) {
            for (int rest = k + lane; rest < events; rest += 32)
                fired[rest] = -1;
            break;
        }

        // 3. which, and when
        if (lane == 0) {
            Event event = next_event(a, prefix, total, u[k], e[k]);
            chosen = event.channel;
            clock += event.wait;
            fired[k] = event.channel;
        }
        __syncthreads();

        // 4. the stoichiometry of the chosen channel
        if (lane < ssa::Species)
            n[lane] += nu[chosen * ssa::Species + lane];
        __syncthreads();
    }

    if (lane < ssa::Species)
        count[lane] = n[lane];
    if (lane == 0)
        time[0] = clock;
}

// The mean counts over an ensemble, for plots; one thread a species.
__global__ void ensemble_mean(const int *counts, double *mean, int members)
{
    int s = threadIdx.x;
    if (s >= ssa::Species)
        return;
    long long sum = 0;
    for (int m = 0; m < members; ++m)
        sum += counts[m * ssa::Species + s];
    mean[s] = (double)sum / (double)members;
}

// How far two ensembles differ: the largest |difference| of their mean counts.
__global__ void ensemble_distance(const double *mean, const double *other, double *distance)
{
    __shared__ double d[ssa::Species];
    int s = threadIdx.x;
    if (s < ssa::Species)
        d[s] = fabs(mean[s] - other[s]);
    __syncthreads();
    if (s == 0) {
        double most = d[0];
        for (int k = 1; k < ssa::Species; ++k)
            most = fmax(most, d[k]);
        *distance = most;
    }
}
