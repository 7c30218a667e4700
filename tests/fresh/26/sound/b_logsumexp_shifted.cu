// fpcheck: loss <<<1, 4>>> z=[[1,2,3,0],[90,95,100,80],[5,-200,4,3],[120,10,20,30]] label=[2,0,0,1] out=empty:4 c=4
// expect: ok
// why: logits beyond 88 are fine, since the largest is subtracted first and the sum lies between 1 and c; log1p of the others keeps a sure class's loss
// figure: out[2] exact 0.407605964; computed within 2 ulp (about 5e-8 relative)
__global__ void loss(const float *z, const int *label, float *out, int c)
{
    int r = threadIdx.x;
    const float *row = z + r * c;
    int top = 0;
    for (int j = 1; j < c; ++j)
        if (row[j] > row[top])
            top = j;
    float others = 0.0f;
    for (int j = 0; j < c; ++j)
        if (j != top)
            others += expf(row[j] - row[top]);
    out[r] = (row[top] - row[label[r]]) + log1pf(others);
}
