// fpcheck: outbreak <<<1, 32>>> seed=[756259708,12345,987654321,2654435769] day=empty:4 infected=empty:4 all=inout:[0] infection=0.4 recovery=0.1 season=60.0 susceptible=12 infectious=3 events=10 chains=4 want=[2.6577890431080355,7.6460753383090326,7.2223256923516853,18.764645865636951] --ref day=want --tol rtol=2e-5,atol=0
// expect: ok
// why: random bits near the top and a logarithm: 23 bits and a half are exact in binary32 and lie inside (0, 1)
// figure: MPFR day[0] = 2.657789; the sum of ten waits errs by 1e-6 at most, choices are 0.015 from a tie
// An epidemic of a few people, event by event (Gillespie): exponential waiting times, infections and recoveries. One
// thread a chain with its own generator; the states of the generators come from the host.
#include <cuda_runtime.h>

struct Disease {
    float infection; // per day
    float recovery;  // per day
};

struct Village {
    int susceptible, infectious, recovered;
};

struct Rates {
    float infection, recovery;
};

struct Chain {
    Village people;
    float time; // days
    unsigned random;
    int events;
};

// ---------------------------------------------------------------- random numbers

// Marsaglia's xorshift of 32 bits: every state but zero.
__device__ unsigned next(unsigned *state)
{
    unsigned x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

// In (0, 1): the upper 23 bits, in the middle of their interval.
__device__ float uniform(unsigned *state)
{
    unsigned bits = next(state) >> 9;
    float middle = (float)bits + 0.5f; // exact
    return middle * 1.1920928955078125e-7f;
}

// ---------------------------------------------------------------- rates

__device__ int size_of(Village v)
{
    return v.susceptible + v.infectious + v.recovered;
}

__device__ Rates rates_of(Village v, Disease d)
{
    Rates r;
    float contacts = (float)v.susceptible * (float)v.infectious / (float)size_of(v);
    r.infection = d.infection * contacts;
    r.recovery = d.recovery * (float)v.infectious;
    return r;
}

__device__ float total(Rates r)
{
    return r.infection + r.recovery;
}

// ---------------------------------------------------------------- events

__device__ void infect(Village *v)
{
    v->susceptible--;
    v->infectious++;
}

__device__ void recover(Village *v)
{
    v->infectious--;
    v->recovered++;
}

__device__ bool over(Village v)
{
    return v.infectious == 0;
}

// Exponentially distributed with the given rate; a wait longer than the season ends with it.
__device__ float waiting_time(Chain *c, float rate, float season)
{
    float wait = -logf(uniform(&c->random)) / rate;
    return fminf(wait, season);
}

__device__ void choose(Chain *c, Rates r)
{
    float mark = uniform(&c->random) * total(r);
    if (mark < r.infection)
        infect(&c->people);
    else
        recover(&c->people);
}

__device__ bool advance(Chain *c, Disease d, float season)
{
    if (over(c->people))
        return false;
    Rates r = rates_of(c->people, d);
    c->time += waiting_time(c, total(r), season);
    choose(c, r);
    c->events++;
    return true;
}

// ---------------------------------------------------------------- chains

__device__ Chain start(unsigned seed, int susceptible, int infectious)
{
    Chain c;
    c.people.susceptible = susceptible;
    c.people.infectious = infectious;
    c.people.recovered = 0;
    c.time = 0.0f;
    c.random = seed;
    c.events = 0;
    return c;
}

__device__ Disease disease_of(float infection, float recovery)
{
    Disease d;
    d.infection = infection;
    d.recovery = recovery;
    return d;
}

// ---------------------------------------------------------------- the kernel
//
// Every chain takes the same number of events at most; what comes out is the day of the last one and the number of
// people that have been infected by then. The block adds up the latter.

__global__ void outbreak(const unsigned *seed, float *day, int *infected, int *all, float infection, float recovery,
                         float season, int susceptible, int infectious, int events, int chains)
{
    __shared__ int together;
    if (threadIdx.x == 0)
        together = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chains) {
        Disease d = disease_of(infection, recovery);
        Chain c = start(seed[i], susceptible, infectious);
        for (int k = 0; k < events; k++)
            if (!advance(&c, d, season))
                break;
        day[i] = c.time;
        int ever = c.people.infectious + c.people.recovered;
        infected[i] = ever;
        atomicAdd(&together, ever);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(all, together);
}
