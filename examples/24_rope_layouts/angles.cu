// The angle of position p is p times a frequency. At position 2^20 and a frequency of 1/10 neighbouring f32 numbers are 1/128 apart, and the
// rounding of the frequency itself counts a million times: cosf, good to an ulp, is given another angle. Small positions hide it. The repaired
// kernel counts in turns: frequency / 2 pi is a fraction of 64 bits, and integer multiplication drops whole turns exactly. What is lost at 2^20 is
// 2^-44 of a turn at most, and 2^-24 where the fraction becomes a float. The frequencies are 1, 1/10, 1/100, 1/1000: a head of 8 features.

// fpcheck: in_f32 <<<T, 4>>> T=5 position=[3, 4097, 131071, 524287, 1048573] c=empty:Tx4 \
//   --ref 'cos(reshape(position, (5, 1)) * 10^(-arange(4)))' --tol rtol=0,atol=1e-6 --expect cancellation,mismatch
__global__ void in_f32(const int* __restrict__ position, float* __restrict__ c) {
  const float frequency[] = {1.0f, 0.1f, 0.01f, 0.001f};
  c[blockIdx.x * 4 + threadIdx.x] = cosf(static_cast<float>(position[blockIdx.x]) * frequency[threadIdx.x]);
}

// fpcheck: in_turns <<<T, 4>>> T=5 position=[3, 4097, 131071, 524287, 1048573] c=empty:Tx4 \
//   --ref 'cos(reshape(position, (5, 1)) * 10^(-arange(4)))' --tol rtol=0,atol=1e-6 --expect clean
__global__ void in_turns(const int* __restrict__ position, float* __restrict__ c) {
  // 2^64 / (2 pi), over 1, 10, 100 and 1000
  const unsigned long long of_turn[] = {2935890503282001226ull, 293589050328200123ull, 29358905032820012ull, 2935890503282001ull};
  const unsigned long long turn = of_turn[threadIdx.x] * position[blockIdx.x];
  c[blockIdx.x * 4 + threadIdx.x] = cospif(static_cast<int>(turn >> 40) * 0x1p-23f);
}
