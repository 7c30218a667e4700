// A counter-based generator makes the k-th draw of a stream from its number: Philox mixes four words of counter with two of key. Threads
// whose counter starts at their own index, and counts up from there, pass the generator's published answers and every test of one thread;
// but the second draw of each thread is the first of its neighbour. 2048 draws of 64 threads are 95 different ones, and the error of a mean
// is that of 95. The thread belongs into a word of its own.

struct words {
  unsigned x, y, z, w;
};

__device__ words philox(words c, unsigned key, unsigned other) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long p = 0xd2511f53ull * c.x, q = 0xcd9e8d57ull * c.z;
    c = {static_cast<unsigned>(q >> 32) ^ c.y ^ key, static_cast<unsigned>(q), static_cast<unsigned>(p >> 32) ^ c.w ^ other, static_cast<unsigned>(p)};
    key += 0x9e3779b9u, other += 0xbb67ae85u;
  }
  return c;
}

/// The published answers for a counter and a key of zeros and of ones.
// fpcheck: published <<<1, 2>>> answer=empty:2x4:u32 --ref 'answer=[[0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8], [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]]' --tol bitwise --expect clean
__global__ void published(unsigned* __restrict__ answer) {
  const unsigned all = threadIdx.x == 0 ? 0 : 0xffffffffu;
  const words w = philox({all, all, all, all}, all, all);
  answer += 4 * threadIdx.x;
  answer[0] = w.x, answer[1] = w.y, answer[2] = w.z, answer[3] = w.w;
}

// fpcheck: overlapping <<<1, 64>>> draws=empty:64x32:u32 K=32 --ref 'different=[64 * 32]' --tol bitwise --expect mismatch
// fpcheck+ count <<<1, 256>>> different=inout:zeros:1:i32 N=2048
__global__ void overlapping(unsigned* __restrict__ draws, int K) {
  for (int k = 0; k < K; ++k) draws[threadIdx.x * K + k] = philox({threadIdx.x + k, 0, 0, 0}, 0, 0).x;
}

// fpcheck: disjoint <<<1, 64>>> draws=empty:64x32:u32 K=32 --ref 'different=[64 * 32]' --tol bitwise --expect clean
// fpcheck+ count <<<1, 256>>> different=inout:zeros:1:i32 N=2048
__global__ void disjoint(unsigned* __restrict__ draws, int K) {
  for (unsigned k = 0; k < K; ++k) draws[threadIdx.x * K + k] = philox({k, 0, threadIdx.x, 0}, 0, 0).x;
}

/// Draws that no earlier one equals.
__global__ void count(const unsigned* __restrict__ draws, int* __restrict__ different, int N) {
  for (int i = threadIdx.x; i < N; i += blockDim.x) {
    int first = 0;
    while (draws[first] != draws[i]) ++first;
    if (first == i) atomicAdd(different, 1);
  }
}
