// Gradient formulas tested at random points of the field of 2^61 - 1 elements, with derivatives by dual numbers. A false
// rational identity of degree d survives one trial with probability at most d / 2^61; there are 200 trials of each.
// exp is kept out by taking e_i = exp(x_i) as independent variables with de_i = e_i dx_i, square roots by choosing the root.
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>

namespace {

struct field {
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  std::uint64_t value = 0;
  field(std::uint64_t x = 0) : value(x % modulus) {}
  friend field operator+(field a, field b) { return (a.value + b.value) % modulus; }
  friend field operator-(field a, field b) { return (a.value + modulus - b.value) % modulus; }
  friend field operator*(field a, field b) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a.value) * b.value % modulus);
  }
  friend bool operator==(field a, field b) { return a.value == b.value; }
};

field inverse(field a) {
  field out(1), power = a;
  for (std::uint64_t e = field::modulus - 2; e != 0; e >>= 1, power = power * power)
    if (e & 1) out = out * power;
  return out;
}
field operator/(field a, field b) { return a * inverse(b); }

/// A value and its derivative along one direction.
struct dual {
  field x, d;
  dual(field value = 0, field derivative = 0) : x(value), d(derivative) {}
  friend dual operator+(dual a, dual b) { return {a.x + b.x, a.d + b.d}; }
  friend dual operator-(dual a, dual b) { return {a.x - b.x, a.d - b.d}; }
  friend dual operator*(dual a, dual b) { return {a.x * b.x, a.x * b.d + a.d * b.x}; }
  friend dual operator/(dual a, dual b) { return {a.x / b.x, (a.d * b.x - a.x * b.d) / (b.x * b.x)}; }
};

constexpr int n = 6;
using vector = std::array<field, n>;
using matrix = std::array<vector, n>;
using dual_vector = std::array<dual, n>;
using dual_matrix = std::array<dual_vector, n>;

std::mt19937_64 generator(20261127);
field draw() { return generator(); }

vector random_vector() {
  vector v;
  for (field& x : v) x = draw();
  return v;
}
matrix random_matrix() {
  matrix m;
  for (vector& row : m) row = random_vector();
  return m;
}
dual_matrix along(const matrix& a, const matrix& e) {
  dual_matrix out;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) out[i][j] = {a[i][j], e[i][j]};
  return out;
}
template <class Vector>
auto sum(const Vector& v) {
  auto s = v[0];
  for (int i = 1; i < n; ++i) s = s + v[i];
  return s;
}
template <class A, class B>
auto dot(const A& a, const B& b) {
  auto s = a[0] * b[0];
  for (int i = 1; i < n; ++i) s = s + a[i] * b[i];
  return s;
}

template <class T>
T determinant(std::array<std::array<T, n>, n> a) {
  T out(field(1));
  for (int k = 0; k < n; ++k) {
    out = out * a[k][k];
    for (int i = k + 1; i < n; ++i) {
      const T q = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j) a[i][j] = a[i][j] - q * a[k][j];
    }
  }
  return out;
}

template <class T>
std::array<std::array<T, n>, n> inverse_matrix(std::array<std::array<T, n>, n> a) {
  std::array<std::array<T, n>, n> b{};
  for (int i = 0; i < n; ++i) b[i][i] = T(field(1));
  for (int k = 0; k < n; ++k) {
    const T pivot = a[k][k];
    for (int j = 0; j < n; ++j) a[k][j] = a[k][j] / pivot, b[k][j] = b[k][j] / pivot;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const T q = a[i][k];
      for (int j = 0; j < n; ++j) a[i][j] = a[i][j] - q * a[k][j], b[i][j] = b[i][j] - q * b[k][j];
    }
  }
  return b;
}

/// <G, E> for the gradient G in the layout dF = tr(G^T dX).
field pair(const matrix& g, const matrix& e) {
  field s;
  for (int i = 0; i < n; ++i) s = s + dot(g[i], e[i]);
  return s;
}

/// Softmax weights p of independent exponentials, their direction, and what the logits' direction is.
struct softmax_point {
  vector v = random_vector();
  dual_vector p;
  softmax_point() {
    for (int i = 0; i < n; ++i) {
      const field e = draw();
      p[i] = {e, e * v[i]};
    }
    const dual s = sum(p);
    for (dual& x : p) x = x / s;
  }
};

bool softmax_backward() { // dz = p (dy - <p, dy>)
  const softmax_point at;
  const vector dy = random_vector();
  field left, right, mean;
  for (int i = 0; i < n; ++i) left = left + dy[i] * at.p[i].d, mean = mean + at.p[i].x * dy[i];
  for (int i = 0; i < n; ++i) right = right + at.p[i].x * (dy[i] - mean) * at.v[i];
  return left == right;
}
bool cross_entropy_backward() { // d(log sum e - z_t) = p - onehot, the logarithm by d log s = ds / s
  const vector v = random_vector(), e = random_vector();
  field s, ds;
  for (int i = 0; i < n; ++i) s = s + e[i], ds = ds + e[i] * v[i];
  field right;
  for (int i = 0; i < n; ++i) right = right + (e[i] / s - field(i == 2 ? 1 : 0)) * v[i];
  return ds / s - v[2] == right;
}
bool attention_row_sum() { // rowsum(dO * O) = rowsum(P * dP)
  const vector p = random_vector(), upstream = random_vector();
  const matrix values = random_matrix();
  field left, right;
  for (int k = 0; k < n; ++k) {
    field o;
    for (int j = 0; j < n; ++j) o = o + p[j] * values[j][k];
    left = left + upstream[k] * o;
  }
  for (int j = 0; j < n; ++j) right = right + p[j] * dot(upstream, values[j]);
  return left == right;
}
bool layernorm_backward() { // dx = r (w - mean w - y mean(w y)), with r^2 (var + eps) = 1
  dual_vector x;
  for (dual& a : x) a = {draw(), draw()};
  const vector w = random_vector();
  const field count(n), r = draw();
  const dual mean = sum(x) / dual(count);
  dual_vector centred;
  for (int i = 0; i < n; ++i) centred[i] = x[i] - mean;
  const dual variance = dot(centred, centred) / dual(count);
  const dual rstd(r, field(0) - r * r * r * variance.d / field(2));
  field left, mean_w, mean_wy, right;
  for (int i = 0; i < n; ++i) left = left + w[i] * (centred[i] * rstd).d;
  for (int i = 0; i < n; ++i) mean_w = mean_w + w[i] / count, mean_wy = mean_wy + w[i] * centred[i].x * r / count;
  for (int i = 0; i < n; ++i) right = right + r * (w[i] - mean_w - centred[i].x * r * mean_wy) * x[i].d;
  return left == right;
}
bool rmsnorm_backward() { // dx = r (w - y mean(w y)), with r^2 (mean x^2 + eps) = 1
  dual_vector x;
  for (dual& a : x) a = {draw(), draw()};
  const vector w = random_vector();
  const field count(n), r = draw();
  const dual square = dot(x, x) / dual(count);
  const dual rstd(r, field(0) - r * r * r * square.d / field(2));
  field left, mean_wy, right;
  for (int i = 0; i < n; ++i) left = left + w[i] * (x[i] * rstd).d, mean_wy = mean_wy + w[i] * x[i].x * r / count;
  for (int i = 0; i < n; ++i) right = right + r * (w[i] - x[i].x * r * mean_wy) * x[i].d;
  return left == right;
}
bool log_determinant() { // d log det A = <A^-T, dA>
  const matrix a = random_matrix(), e = random_matrix(), i = inverse_matrix(a);
  const dual d = determinant(along(a, e));
  matrix g;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) g[r][c] = i[c][r];
  return d.d / d.x == pair(g, e);
}
bool trace_of_inverse() { // d tr(B X^-1) = <-(X^-1 B X^-1)^T, dX>
  const matrix x = random_matrix(), e = random_matrix(), b = random_matrix(), i = inverse_matrix(x);
  const dual_matrix y = inverse_matrix(along(x, e));
  field left;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) left = left + b[r][c] * y[c][r].d;
  matrix bi{}, g{};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      for (int k = 0; k < n; ++k) bi[r][c] = bi[r][c] + b[r][k] * i[k][c];
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      for (int k = 0; k < n; ++k) g[c][r] = g[c][r] - i[r][k] * bi[k][c];
  return left == pair(g, e);
}
bool quadratic_form() { // d(x^T A x) = <(A + A^T) x, dx>
  const matrix a = random_matrix();
  dual_vector x;
  for (dual& v : x) v = {draw(), draw()};
  dual f;
  field right;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) f = f + x[i] * dual(a[i][j]) * x[j], right = right + (a[i][j] + a[j][i]) * x[j].x * x[i].d;
  return f.d == right;
}
bool rotary_embedding() { // <R_m q, R_k x> depends on m - k only, with c^2 + s^2 = 1 by t -> (1 - t^2, 2 t) / (1 + t^2)
  const auto rotation = [](field t) { return std::array<field, 2>{(field(1) - t * t) / (field(1) + t * t), field(2) * t / (field(1) + t * t)}; };
  const auto multiply = [](std::array<field, 2> a, std::array<field, 2> b) {
    return std::array<field, 2>{a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]};
  };
  const auto q = std::array<field, 2>{draw(), draw()}, k = std::array<field, 2>{draw(), draw()};
  const auto m = rotation(draw()), l = rotation(draw()), shift = rotation(draw());
  const auto inner = [](auto a, auto b) { return a[0] * b[0] + a[1] * b[1]; };
  return inner(multiply(m, q), multiply(l, k)) == inner(multiply(multiply(m, shift), q), multiply(multiply(l, shift), k));
}
/// The published mistake det(A) A^-1 for d det: the method has to see it.
bool transposed_determinant_is_caught() {
  const matrix a = random_matrix(), e = random_matrix(), i = inverse_matrix(a);
  const dual d = determinant(along(a, e));
  return !(d.d / d.x == pair(i, e));
}

} // namespace

int main() {
  const std::array<std::pair<const char*, bool (*)()>, 10> identities{{{"softmax backward", softmax_backward},
      {"cross-entropy backward", cross_entropy_backward}, {"attention row sum", attention_row_sum},
      {"layernorm backward", layernorm_backward}, {"rmsnorm backward", rmsnorm_backward},
      {"log determinant", log_determinant}, {"trace of an inverse", trace_of_inverse}, {"quadratic form", quadratic_form},
      {"rotary embedding", rotary_embedding}, {"a wrong determinant is caught", transposed_determinant_is_caught}}};
  int failures = 0;
  for (const auto& [name, holds] : identities)
    for (int trial = 0; trial < 200; ++trial)
      if (!holds()) {
        std::printf("%s fails\n", name);
        ++failures;
        break;
      }
  return failures == 0 ? 0 : 1;
}
