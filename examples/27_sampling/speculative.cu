// Speculative decoding: a small model with probabilities q proposes a token, the large one with p accepts it with probability min(1, p / q), and a
// refused token is replaced by a draw from what is left, max(p - q, 0) over its sum. Then every token comes with probability p exactly,
// whatever q is. Drawn from p itself instead, tokens that q likes come too often; where the two models agree nothing is ever refused and
// both are right. `comes` is the probability with which each token comes, from the same formulas.

// fpcheck: from_the_rest <<<1, 1>>> C=5 p=[0.5, 0.25, 0.125, 0.0625, 0.0625] q=[0.125, 0.25, 0.25, 0.25, 0.125] comes=empty:C --ref 'comes=p' --expect clean
__global__ void from_the_rest(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ comes, int C) {
  float refused = 0, rest = 0;
  for (int c = 0; c < C; ++c) refused += q[c] * (1 - fminf(1, p[c] / q[c])), rest += fmaxf(p[c] - q[c], 0);
  for (int c = 0; c < C; ++c) comes[c] = q[c] * fminf(1, p[c] / q[c]) + (rest > 0 ? refused * fmaxf(p[c] - q[c], 0) / rest : 0);
}

// fpcheck: from_p <<<1, 1>>> C=5 p=[0.5, 0.25, 0.125, 0.0625, 0.0625] q=[0.125, 0.25, 0.25, 0.25, 0.125] comes=empty:C --ref 'comes=p' --expect mismatch
__global__ void from_p(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ comes, int C) {
  float refused = 0;
  for (int c = 0; c < C; ++c) refused += q[c] * (1 - fminf(1, p[c] / q[c]));
  for (int c = 0; c < C; ++c) comes[c] = q[c] * fminf(1, p[c] / q[c]) + refused * p[c];
}
