// fpcheck: direct_method<<<1, 32>>> count=inout:[400, 350, 900, 120] rate=[0.5652, 0.2015, 0.0515, 1.2274, 0.2404, 1.2965, 1.294, 0.7601, 0.8049, 0.8668, 1.0925, 1.0833, 1.372, 1.909, 1.2688, 0.1202, 1.7427, 0.5999, 0.2914, 0.278, 0.0591, 0.3312, 1.2539, 1.2866, 0.9735, 1.2997, 0.8637, 0.2384, 0.3838, 0.9832, 1.7829, 1.1327] reactant=[1, 3, 3, 0, 3, 0, 0, 0, 0, 2, 1, 3, 2, 3, 3, 2, 1, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 3, 3, 1, 0] nu=[0, -1, 1, 0, 1, 0, 0, -1, 1, 0, 0, -1, -1, 1, 0, 0, 1, 0, 0, -1, -1, 1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, 0, 0, -1, 1, 0, -1, 1, 0, 1, 0, 0, -1, 0, 0, -1, 1, 1, 0, 0, -1, 1, 0, 0, -1, 0, 0, -1, 1, 0, -1, 1, 0, -1, 1, 0, 0, 0, -1, 1, 0, 0, -1, 1, 0, 1, 0, 0, -1, -1, 1, 0, 0, 0, 0, -1, 1, 0, -1, 1, 0, 0, -1, 1, 0, -1, 1, 0, 0, -1, 1, 0, 0, 0, 0, -1, 1, 1, 0, 0, -1, 1, 0, 0, -1, 0, -1, 1, 0, -1, 1, 0, 0] u=[0.25, 0.99999994, 0.5] e=[0.7, 0.2, 0.9] time=empty:1 fired=empty:3 events=3
// expect: error out of bounds at line 104
// why: the total comes from a tree, the running sum is sequential and ends below u * total for u = 1 - 2^-24, so channel 32 of 32 is fired (the search at line 47 can end without one) and its row of nu is read
// figure: computed fired[1] = 32 (running sum 10858.6875, u * total 10858.6904), exact 31
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

__device__ float tree_total(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(ssa::Everyone, v, o);
    return v;
}

// The propensity of a unimolecular channel, or of a dimerisation where the reactant is marked by a negative number.
__device__ float propensity(float rate, int reactant, const int *n)
{
    if (reactant >= 0)
        return rate * (float)n[reactant];
    int k = n[-reactant - 1];
    return rate * 0.5f * (float)(k * (k - 1));
}

// The time to the next event is exponential with the total propensity; e is uniform in (0, 1].
__device__ float waiting_time(float e, float total)
{
    return -logf(e) / total;
}

__device__ int choose_channel(const float *a, float target)
{
    float running = 0.0f;
    int j = 0;
    for (; j < ssa::Channels; ++j) {
        running += a[j];
        if (running > target)
            break;
    }
    return j;
}

__device__ Event next_event(const float *a, float total, float u, float e)
{
    Event event;
    event.wait = waiting_time(e, total);
    event.channel = choose_channel(a, u * total);
    return event;
}

__global__ void direct_method(int *count, const float *rate, const int *reactant, const int *nu, const float *u, const float *e, float *time,
                              int *fired, int events)
{
    __shared__ float a[ssa::Channels];
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
        float total = tree_total(mine);
        __syncthreads();

        // 2. an absorbing state ends the trajectory
        if (total <= 0.0f) {
            for (int rest = k + lane; rest < events; rest += 32)
                fired[rest] = -1;
            break;
        }

        // 3. which, and when
        if (lane == 0) {
            Event event = next_event(a, total, u[k], e[k]);
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

// Is the table consistent: may every channel fire without a count below zero?
__global__ void check_table(const int *reactant, const int *nu, int *bad)
{
    int j = threadIdx.x;
    int r = reactant[j] >= 0 ? reactant[j] : -reactant[j] - 1;
    int least = reactant[j] >= 0 ? -1 : -2;
    if (r >= ssa::Species || nu[j * ssa::Species + r] < least)
        atomicAdd(bad, 1);
}
