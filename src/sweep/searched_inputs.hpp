#pragma once
#include <fpcheck/kernels/hash.hpp>
#include <fpcheck/sweep/search.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include "exact_function.hpp"
#include "hard_cases.hpp"

#include <functional>

namespace fpcheck::sweep {

/// A binary format that a search knows.
struct searched_format {
  int bits = 64, precision = 53, bias = 1023;
  std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  std::uint64_t infinity() const { return ((std::uint64_t{1} << (bits - precision)) - 1) << (precision - 1); }
  /// The code of the number at a place of a binade: 2^exponent (1 + fraction 2^(1 - precision)).
  std::uint64_t code(int exponent, std::uint64_t fraction) const;
  double decode(std::uint64_t code) const;
  std::uint64_t encode(double x) const;
};
searched_format searched_format_of(tensor::dtype type);

/// Numbers by chance that depend on what is asked for only.
class chance {
public:
  chance(std::uint64_t seed, std::uint64_t stream) : state_(kernels::fmix64(seed * 0x9e3779b97f4a7c15ull + stream + 1)) {}
  std::uint64_t bits() { return kernels::fmix64(state_ += 0x9e3779b97f4a7c15ull); }
  int between(int low, int high) { return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1)); }

private:
  std::uint64_t state_;
};

/// Of either sign, with an exponent between two.
std::uint64_t random_code(const searched_format& f, chance& c, int low, int high);
/// A pair of a kind: about one, of any size, a base near one with a large exponent, or arguments that are close to each other.
std::array<std::uint64_t, 2> random_pair(const searched_format& f, chance& c, std::uint64_t kind);
/// Where functions change: every `stride`-th binade, multiples of 1 / 2, pi / 4 and ln 2 / 2, with their neighbours; as codes that rise.
std::vector<std::uint64_t> landmarks(const searched_format& f, int stride, int multiples);

/// The function in its kernel, for `results_of`. Error: the kernel's, which is compiled in.
result<swept_function> compiled_in(const searched_function& f);
/// A result beside its exact value.
struct judged_input {
  searched_input input;
  int special = -1;          ///< a `library_special`
  bool subnormal = false, is_number = false;
};
/// The exact value, and the code that it is rounded to.
class judge_of_results {
public:
  explicit judge_of_results(const searched_function& f);
  judged_input judge(std::array<std::uint64_t, 2> arguments, std::uint64_t result) const;

private:
  void measure(judged_input& out, precise& value) const;

  searched_format f_;
  std::function<void(mpfr_ptr, mpfr_srcptr, mpfr_srcptr)> exact_;
};

/// The reference with its arguments; of a function of one the second is not looked at.
std::function<void(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y)> exact_of(const searched_function& f);

/// Ends of binades and of the range, small integers and halves, multiples of pi / 4 and ln 2 / 2, their neighbours, and random ones; of two arguments
/// pairs of these, and pairs whose results neither overflow nor cancel, or do so.
code_lists structured_inputs(const searched_function& f, const search_choice& choice);

/// Inputs next to the middle of two numbers. Range: fewer than asked for of a function that has none, such as an exact one.
struct hard_inputs {
  code_lists codes;
  std::vector<double> distances;
  std::uint64_t walked = 0;
};
hard_inputs find_hard_inputs(const searched_function& f, const search_choice& choice);

/// Inputs around some others, of which each is moved by random steps.
code_lists inputs_around(const searched_function& f, const std::vector<std::array<std::uint64_t, 2>>& centers, std::uint64_t each, std::uint64_t seed);

} // namespace fpcheck::sweep
