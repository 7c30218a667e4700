// fpcheck: balance <<<1, 1>>> charge=[-1.03249037,-12074133,-15565864,2420977.5,-14690086,0.442814112,-10400243,-2420977.5,9787558,-15092712,0.266109675,15092712,12074133,-15911846,-9787558,0.102323018,332760.938,11592092,-11506220,3675216,0.0578862317,15565864,-10494895,11622956,-3505388.25,-1.76172519,4847449.5,-5875044,15911846,8216459,0.1460682,-11592092,-19039078,-11622956,3505388.25,-1.56500077,-332760.938,-8216459,11506220,10494895,14690086,-4847449.5,7276983.5,5875044,19039078,-7276983.5,-3675216,10400243] total=empty:1 n=48
// expect: ok
// why: charges of 1e7 cancel to a few units; every rounding error is caught by TwoSum and added at the end
// figure: total[0] computed -3.3440151, MPFR -3.344015095
// Net charge of a cell: compensated sum (Ogita, Rump, Oishi: Sum2).
struct Pair {
    float sum, error;
};

__device__ inline Pair two_sum(float a, float b)
{
    Pair p;
    p.sum = __fadd_rn(a, b);
    float bb = __fsub_rn(p.sum, a);
    p.error = __fadd_rn(__fsub_rn(a, __fsub_rn(p.sum, bb)), __fsub_rn(b, bb));
    return p;
}

__global__ void balance(const float *charge, float *total, int n)
{
    float s = 0.0f, e = 0.0f;
    for (int i = 0; i < n; i++) {
        Pair p = two_sum(s, charge[i]);
        s = p.sum;
        e += p.error;
    }
    total[0] = s + e;
}
