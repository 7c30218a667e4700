// Token numbers that pass through a float on their way: beyond 2^24 neighbours become one.

// fpcheck: token_in_float <<<1, 64>>> first=20000001 tokens=empty:64:i32
// expect: token_in_float rule=int-to-float-loss line=marked max_findings=3
__global__ void token_in_float(int first, int* tokens) {
  const float token = static_cast<float>(first + static_cast<int>(threadIdx.x));
  tokens[threadIdx.x] = static_cast<int>(token); // expect-line
}

// fpcheck: token_in_double <<<1, 64>>> first=20000001 tokens=empty:64:i32
// expect: token_in_double clean
__global__ void token_in_double(int first, int* tokens) {
  const double token = static_cast<double>(first + static_cast<int>(threadIdx.x));
  tokens[threadIdx.x] = static_cast<int>(token);
}
