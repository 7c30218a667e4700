// fpcheck: civil <<<1, 32>>> days=[0,-1,19000,11016,-719162,59,60,789,20000] yyyymmdd=empty:9 n=9 want=[19700101,19691231,20220108,20000229,10101,19700301,19700302,19720229,20241004] ref=yyyymmdd=want --tol rtol=0,atol=0.25
// expect: ok
// why: negative days before 1970: the era is a floor division written with - 146096, everything after it is not negative
// figure: computed 19691231 for day -1, MPFR the same: exact
// Calendar date of a day number counted from 1970-01-01 (proleptic Gregorian).
__device__ int civil_from_days(int z)
{
    z += 719468;
    int era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned doe = (unsigned)(z - era * 146097);
    unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    unsigned mp = (5 * doy + 2) / 153;
    unsigned day = doy - (153 * mp + 2) / 5 + 1;
    unsigned month = mp < 10 ? mp + 3 : mp - 9;
    int year = (int)yoe + era * 400 + (month <= 2);
    return year * 10000 + (int)(month * 100 + day);
}

__global__ void civil(const int *days, int *yyyymmdd, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        yyyymmdd[i] = civil_from_days(days[i]);
}
