// Keys of 64 bits from the bits of negative numbers as they are, and masks of what is left over that are empty where a whole word is left.

// fpcheck: coldest <<<1, 32>>> celsius=[-3.5,-12.25,4,0.5,-12.5,7,-0.25,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25] station=empty:1 want=[4] ref=station=want --tol bitwise
// expect: coldest rule=mismatch line=marked max_findings=1
__global__ void coldest(const float* celsius, int* station) {
  unsigned long long key = (unsigned long long)__float_as_uint(celsius[threadIdx.x]) << 32 | threadIdx.x; // expect-line
  for (int o = 16; o > 0; o >>= 1)
    key = min(key, __shfl_xor_sync(0xffffffffu, key, o));
  if (threadIdx.x == 0)
    station[0] = (int)(unsigned)key;
}

// fpcheck: highest_tide <<<1, 32>>> metres=[-1.5,-0.25,-2,-3,-0.75,-1,-4,-5,-6,-7,-8,-9,-10,-11,-12,-13,-14,-15,-16,-17,-18,-19,-20,-21,-22,-23,-24,-25,-26,-27,-28,-29] level=empty:1 want=[-0.25] ref=level=want --tol rtol=1e-6,atol=0
// expect: highest_tide rule=mismatch|branch-flip line=marked
__global__ void highest_tide(const float* metres, float* level) {
  unsigned long long best = ((unsigned long long)__float_as_uint(metres[threadIdx.x]) << 32) | (31u - threadIdx.x); // expect-line
  for (int o = 16; o > 0; o >>= 1)
    best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
  if (threadIdx.x == 0)
    level[0] = __uint_as_float((unsigned)(best >> 32));
}

// fpcheck: occupied <<<1, 32>>> words=[0xf0f0f0f0,0xffff0000,0x12345678,0x0000ffff] seats=[40,32,0,20] taken=empty:4 want=[16,16,0,16] n=4 ref=taken=want --tol bitwise
// expect: occupied rule=mismatch line=marked max_findings=1
__device__ unsigned first_seats(int seats) {
  return (1u << (seats & 31)) - 1u; // expect-line
}
__global__ void occupied(const unsigned* words, const int* seats, int* taken, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  const int last = seats[i];
  taken[i] = last == 0 ? 0 : __popc(words[i] & (last > 32 ? 0xffffffffu : first_seats(last)));
}

// fpcheck: coldest_in_order <<<1, 32>>> celsius=[-3.5,-12.25,4,0.5,-12.5,7,-0.25,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25] station=empty:1 want=[4] ref=station=want --tol bitwise
// expect: coldest_in_order clean
__device__ unsigned ascending(float x) {
  const unsigned bits = __float_as_uint(x);
  return bits ^ ((unsigned)((int)bits >> 31) | 0x80000000u);
}
__global__ void coldest_in_order(const float* celsius, int* station) {
  unsigned long long key = (unsigned long long)ascending(celsius[threadIdx.x]) << 32 | threadIdx.x;
  for (int o = 16; o > 0; o >>= 1)
    key = min(key, __shfl_xor_sync(0xffffffffu, key, o));
  if (threadIdx.x == 0)
    station[0] = (int)(unsigned)key;
}

// fpcheck: occupied_whole_words <<<1, 32>>> words=[0xf0f0f0f0,0xffff0000,0x12345678,0x0000ffff] seats=[40,32,0,20] taken=empty:4 want=[16,16,0,16] n=4 ref=taken=want --tol bitwise
// expect: occupied_whole_words clean
__global__ void occupied_whole_words(const unsigned* words, const int* seats, int* taken, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return;
  const int last = seats[i];
  taken[i] = last == 0 ? 0 : __popc(words[i] & (last >= 32 ? 0xffffffffu : (1u << last) - 1u));
}
