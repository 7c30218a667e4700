// fpcheck: chirp <<<1, 128>>> out=empty:128 rate=12345 n=128
// expect: ok
// Linear chirp with a phase of rate * k^2 / 2^16 turns, reduced by integers.
__global__ void chirp(float* out, unsigned rate, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    unsigned turns = (rate * (unsigned)(k * k)) & 0xffffu;
    float half_turns = (float)(int)turns * (1.0f / 32768.0f);
    out[k] = sinpif(half_turns);
}
