// fpcheck: settle <<<1, 64>>> opening=@a_opening.npy fee=@a_fees.npy closing=empty:64 charged=empty:64 entries=600
// expect: error rounding at line 12
// why: Neumaier's compensated sum with the two branches exchanged: for the usual case of a large balance and a small entry it computes (x - t) + s, in which x is absorbed, so the correction stays at 0 and 361 units of fees come out as 0 (a known slip in hand-written Kahan-Babuska sums)
// figure: charged[0] computed 0, MPFR 361.70643653427231
struct Account {
    double sum, lost;
};

__device__ void post(Account &a, double x)
{
    double t = a.sum + x;
    if (fabs(a.sum) < fabs(x))
        a.lost += (a.sum - t) + x;
    else
        a.lost += (x - t) + a.sum;
    a.sum = t;
}

__global__ void settle(const double *__restrict__ opening, const double *__restrict__ fee, double *__restrict__ closing,
                       double *__restrict__ charged, int entries)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Account a;
    a.sum = opening[i]; // in the smallest unit
    a.lost = 0.0;
    for (int k = 0; k < entries; ++k)
        post(a, fee[k * 64 + i]);
    closing[i] = a.sum + a.lost;
    charged[i] = (a.sum - opening[i]) + a.lost;
}
