// fpcheck: undelta <<<1, 32>>> code=[0,1940021698,1561612119,3180199989,2004255219,1683044813,1886199889,1928115343,1951873935,2703840399,1080217758,1809846526,517336425,3676851416,3494613350,3604562437,3405441079,2708475221,1057796524,404574852] first=1698940538 column=empty:20 n=20 want=[1698940538,-1626015909,1888145327,298045332,-704082278,-1545604685,1806262666,842204994,-133731974,-1485652174,-945543295,-40620032,-299288245,1539137463,-1008523158,1484162919,-218557621,-1572795232,-1043896970,-841609544] ref=column=want --tol rtol=0,atol=0.5
// expect: ok
// why: deltas of int values do not fit an int and wrap in the scan; all of it is unsigned arithmetic modulo 2^32, in which the sums come out right
// figure: column[1] = -1626015909, exact
__device__ unsigned unzigzag(unsigned v)
{
    return (v >> 1) ^ (0u - (v & 1u));
}

__global__ void undelta(const unsigned *code, int first, int *column, int n)
{
    int lane = threadIdx.x;
    unsigned v = lane < n ? unzigzag(code[lane]) : 0u;
    for (int o = 1; o < 32; o <<= 1) {
        unsigned below = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += below;
    }
    if (lane < n)
        column[lane] = (int)((unsigned)first + v);
}
