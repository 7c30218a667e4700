// fpcheck: ledger <<<1, 4>>> x=[1,1e8,1,-1e8,3,4e9,2,-4e9,0.5,1e10,0.25,-1e10,1,2e7,1,-2e7] out=empty:4 n=4
// expect: ok
__global__ void ledger(const float* x, float* out, int n)
{
    const float* e = x + threadIdx.x * n;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float v = e[i];
        float t = s + v;
        if (fabsf(s) >= fabsf(v)) c += (s - t) + v;
        else                      c += (v - t) + s;
        s = t;
    }
    out[threadIdx.x] = s + c;
}
