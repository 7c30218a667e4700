// fpcheck: price_cents <<<1, 32>>> n=6 price=[19.99, 1.15, 4.35, 0.29, 2.50, 8.20] cents=empty:6:i32 total=inout:zeros:1:i32 want=[1999, 115, 435, 29, 250, 820]:i32 ref=cents=want --tol rtol=0,atol=0
// expect: error decimal truncated at line 9: 19.99f * 100 is just below 1999 and is cut to 1998
// Converts decimal prices to whole cents and sums them exactly.
__global__ void price_cents(const float* price, int* cents, int* total, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    double exact = (double)price[i] * 100.0;
    int c = (int)exact;
    cents[i] = c;
    atomicAdd(total, c);
}
