// fpcheck: outbreak<<<1, 64>>> ages=[67,84,5,90,8,83,63,48,85,60,49,74,27,13,9,61,15,93,98,59,18,14,93,56,9,51,68,53,53,71,59,42,26,66,9,81,15,92,91,63,86,31,20,45,21,72,92,28,95,47,10,64,7,45,2,38,71,95,36,89,60,91,68,37] by_age=empty:100 attack_rate=empty:1 beta=0.9 days=12 seed=5
// expect: error uninitialised at line 119
// why: 64 threads clear 64 of 100 bins: people above 63 are counted onto uninitialised shared memory
// figure: by_age[64..99] computed undefined, MPFR small counts
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

// One bin a year of age.
__device__ void clear(int *bins, int t)
{
    if (t < BINS)
        bins[t] = 0;
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

__global__ void outbreak(const int *ages, int *by_age, float *attack_rate, float beta, int days, int seed)
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
