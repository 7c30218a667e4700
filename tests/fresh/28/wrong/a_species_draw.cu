// fpcheck: draw <<<1, 32>>> bits=[12345,4294967295,2863311530,4294967168,99,2147483648] energy=uniform(1,2):100 out=empty:6 states=100 n=6
// expect: error random bits rounded up to 1 at line 8
// why: a 32-bit word times 2^-32 is rounded to 24 bits: from 4294967168 on it is 1, and the drawn state is one past the end
// figure: bits 4294967295: u computed 1, exact 0.99999999977; energy[100] of 100 is read
// Gillespie-like choice of an excited state by a random word, each state as likely.
__device__ float uniform01(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__global__ void draw(const unsigned *bits, const float *energy, float *out, int states, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(bits[i]);
    int state = (int)(u * (float)states);
    out[i] = energy[state];
}
