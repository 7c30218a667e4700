// fpcheck: town_outbreak<<<2, 64>>> ages=[66,82,38,54,86,39,46,6,95,32,73,98,7,9,98,42,19,59,48,9,16,78,55,55,20,98,87,98,24,6,28,5,66,19,99,75,11,46,92,72,55,89,14,39,15,19,58,43,15,28,99,32,41,16,74,33,66,70,62,7,83,8,34,41,45,22,76,92,85,49,35,29,29,64,48,60,56,70,39,24,97,32,24,79,41,14,77,85,60,10,2,29,94,2,12,98,71,7,71,54,61,10,35,50,15,52,81,70,51,19,48,68,40,63,68,86,44,48,98,67,29,74,99,46,89,6,90,76] by_age=empty:200 attack_rate=empty:2 beta=0.7 days=10 seed=21
// expect: ok
// why: the clearing of the bins has no barrier of its own: those of the daily votes order it; votes are reused with a barrier after the reads
// figure: counts exact; attack_rate an exact multiple of 1/64, error 0
#include <cuda_runtime.h>

#define THREADS 64
#define BINS 100

// ---------------------------------------------------------------- random words

__device__ inline unsigned hash(unsigned x)
{
    x ^= x >> 17;
    x *= 0xed5ad4bbu;
    x ^= x >> 11;
    x *= 0xac4c1b51u;
    x ^= x >> 15;
    x *= 0x31848babu;
    return x ^ (x >> 14);
}

__device__ inline float chance(unsigned seed, int person, int day)
{
    unsigned w = hash(seed + hash((unsigned)person * 1024u + (unsigned)day));
    return (float)(w >> 8) * 5.9604644775390625e-8f;
}

// ---------------------------------------------------------------- people

enum State { SUSCEPTIBLE, EXPOSED, INFECTIOUS, RECOVERED };

struct Person {
    int age;
    int state;
    int since;
};

__device__ inline Person born(int age, bool seeded)
{
    return {age, seeded ? INFECTIOUS : SUSCEPTIBLE, 0};
}

__device__ inline float susceptibility(int age)
{
    if (age < 18)
        return 0.6f;
    return age < 65 ? 1.0f : 1.3f;
}

// ---------------------------------------------------------------- course of the disease

struct Disease {
    float beta;
    int latent, infectious;
};

// chance of infection in a day, with a fraction of infectious contacts
__device__ inline float risk(Disease d, float fraction, int age)
{
    return -expm1f(-d.beta * fraction * susceptibility(age));
}

__device__ inline void next_day(Person &p, Disease d, float fraction, float luck, int day)
{
    switch (p.state) {
    case SUSCEPTIBLE:
        if (luck < risk(d, fraction, p.age)) {
            p.state = EXPOSED;
            p.since = day;
        }
        break;
    case EXPOSED:
        if (day - p.since >= d.latent) {
            p.state = INFECTIOUS;
            p.since = day;
        }
        break;
    case INFECTIOUS:
        if (day - p.since >= d.infectious)
            p.state = RECOVERED;
        break;
    default:
        break;
    }
}

__device__ inline bool was_infected(const Person &p)
{
    return p.state != SUSCEPTIBLE;
}

// ---------------------------------------------------------------- counting

// Infectious members of the town today, by votes of the warps.
__device__ int count_infectious(int *votes, bool infectious, int t)
{
    unsigned ballot = __ballot_sync(0xffffffffu, infectious);
    if ((t & 31) == 0)
        votes[t >> 5] = __popc(ballot);
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < THREADS / 32; w++)
        sum += votes[w];
    __syncthreads();
    return sum;
}

// More bins than threads. The barriers of the days order this before record.
__device__ void clear(int *bins, int t)
{
    for (int b = t; b < BINS; b += THREADS)
        bins[b] = 0;
}

__device__ void record(int *bins, const Person &p)
{
    if (was_infected(p))
        atomicAdd(&bins[p.age], 1);
}

__device__ void save(const int *bins, int *out, int t)
{
    for (int b = t; b < BINS; b += THREADS)
        out[b] = bins[b];
}

// ---------------------------------------------------------------- the kernel
//
// One block a town, one thread a person.

__global__ void town_outbreak(const int *ages, int *by_age, float *attack_rate, float beta, int days, int seed)
{
    __shared__ int bins[BINS];
    __shared__ int votes[THREADS / 32];
    int t = threadIdx.x;
    int person = blockIdx.x * THREADS + t;
    Disease d = {beta, 2, 4};
    Person p = born(ages[person], t % 16 == 0);

    clear(bins, t);
    for (int day = 1; day <= days; day++) {
        int infectious = count_infectious(votes, p.state == INFECTIOUS, t);
        float fraction = (float)infectious / (float)THREADS;
        next_day(p, d, fraction, chance((unsigned)seed, person, day), day);
    }
    record(bins, p);
    __syncthreads();
    save(bins, by_age + blockIdx.x * BINS, t);

    int ever = count_infectious(votes, was_infected(p), t);
    if (t == 0)
        attack_rate[blockIdx.x] = (float)ever / (float)THREADS;
}
