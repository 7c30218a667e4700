#include <fpcheck/exec/mpfr_of_thread.hpp>
#include <fpcheck/ptx/inline_calls.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/sweep/search.hpp>

#include "library_text.hpp"
#include "searched_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace fpcheck::sweep {
namespace {

/// Bits of exact values beyond those of the format.
constexpr int more_bits = 80;
/// How often, and from how many of the worst inputs, larger errors are looked for next to them.
constexpr int climbs = 4;
constexpr std::size_t climbers = 32;
constexpr std::uint64_t steps_each = 256;

std::uint64_t steps_between(const searched_format& f, std::uint64_t a, std::uint64_t b) {
  const auto place = [&](std::uint64_t c) {
    const auto m = static_cast<std::int64_t>(c & (f.sign() - 1));
    return (c & f.sign()) != 0 ? -m : m;
  };
  const std::int64_t d = place(a) - place(b);
  return static_cast<std::uint64_t>(d < 0 ? -d : d);
}

int special_of(library_special s) { return static_cast<int>(s); }

class searching {
public:
  searching(const searched_function& f, const search_choice& choice) : f_(f), choice_(choice), judge_(f) {}

  result<search_tally> all() {
    auto code = compiled_in(f_);
    if (!code) return tl::unexpected(code.error());
    code_ = *std::move(code);
    const code_lists structured = structured_inputs(f_, choice_);
    out_.samples = structured[0].size();
    if (const auto ok = take(structured, {}); !ok) return tl::unexpected(ok.error());
    if (choice_.hard != 0) {
      const hard_inputs hard = find_hard_inputs(f_, choice_);
      out_.hard = hard.distances.size(), out_.walked = hard.walked;
      if (const auto ok = take(hard.codes, hard.distances); !ok) return tl::unexpected(ok.error());
    }
    for (int i = 0; i < climbs && !worst_.empty(); ++i) {
      std::vector<std::array<std::uint64_t, 2>> centers;
      for (const searched_input& w : worst_) centers.push_back(w.arguments);
      const code_lists around = inputs_around(f_, centers, steps_each, choice_.seed + static_cast<std::uint64_t>(i));
      out_.climbed += around[0].size();
      if (const auto ok = take(around, {}); !ok) return tl::unexpected(ok.error());
    }
    return std::move(out_);
  }

private:
  /// Runs and judges inputs; with distances they are hard ones.
  result<void> take(const code_lists& inputs, const std::vector<double>& distances) {
    if (inputs[0].empty()) return {};
    const auto results = results_of(code_, inputs);
    if (!results) return tl::unexpected(results.error());
    std::vector<judged_input> found(results->size());
    const std::size_t parts = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < parts; ++p)
      threads.emplace_back([&, p] {
        const exec::mpfr_of_thread mpfr;
        for (std::size_t i = p; i < found.size(); i += parts) found[i] = judge_.judge({inputs[0][i], inputs.size() == 2 ? inputs[1][i] : 0}, (*results)[i]);
      });
    for (std::thread& t : threads) t.join();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!distances.empty()) found[i].input.distance = distances[i];
      note(found[i], !distances.empty());
    }
    std::stable_sort(worst_.begin(), worst_.end(), [](const searched_input& a, const searched_input& b) { return a.ulps > b.ulps; });
    worst_.resize(std::min(worst_.size(), climbers));
    return {};
  }
  void note(const judged_input& j, bool is_hard) {
    if (is_hard) out_.hard_inputs.push_back(j.input);
    if (j.special >= 0 && out_.specials[static_cast<std::size_t>(j.special)]++ == 0) out_.special_examples[static_cast<std::size_t>(j.special)] = j.input;
    if (!j.is_number) return;
    out_.not_nearest += j.input.steps != 0 ? 1 : 0;
    out_.hard_not_nearest += is_hard && j.input.steps != 0 ? 1 : 0;
    out_.steps = std::max(out_.steps, j.input.steps);
    searched_input& worst = j.subnormal ? out_.subnormal : out_.normal;
    if (j.input.ulps > worst.ulps) worst = j.input;
    if (!j.subnormal && (worst_.size() < climbers || j.input.ulps > worst_.back().ulps)) worst_.push_back(j.input);
  }

  const searched_function& f_;
  const search_choice& choice_;
  judge_of_results judge_;
  swept_function code_;
  search_tally out_;
  std::vector<searched_input> worst_;
};

using two_arguments = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

} // namespace

judge_of_results::judge_of_results(const searched_function& f) : f_(searched_format_of(f.type)), exact_(exact_of(f)) {}

judged_input judge_of_results::judge(std::array<std::uint64_t, 2> arguments, std::uint64_t result) const {
  judged_input out;
  out.input = {arguments, result, 0, 0, 1};
  precise x(f_.precision), y(f_.precision), value(f_.precision + more_bits);
  mpfr_set_d(x, f_.decode(arguments[0]), MPFR_RNDN), mpfr_set_d(y, f_.decode(arguments[1]), MPFR_RNDN);
  exact_(value, x, y);
  const bool got_nan = (result & (f_.sign() - 1)) > f_.infinity(), got_infinity = (result & (f_.sign() - 1)) == f_.infinity();
  const bool negative = (result & f_.sign()) != 0;
  if (mpfr_nan_p(value.value) != 0) {
    if (!got_nan) out.special = special_of(library_special::number_for_nan);
  } else if (got_nan) {
    out.special = special_of(library_special::nan_for_number);
  } else if (mpfr_inf_p(value.value) != 0) {
    if (!got_infinity) out.special = special_of(library_special::number_for_infinity);
    else if (negative != (mpfr_signbit(value.value) != 0)) out.special = special_of(library_special::wrong_infinity);
  } else {
    if ((result & (f_.sign() - 1)) == 0 && negative != (mpfr_signbit(value.value) != 0)) out.special = special_of(library_special::wrong_zero);
    measure(out, value);
  }
  return out;
}

void judge_of_results::measure(judged_input& out, precise& value) const {
  out.is_number = true;
  const std::uint64_t nearest = f_.bits == 64 ? bit_cast<std::uint64_t>(mpfr_get_d(value, MPFR_RNDN)) : bit_cast<std::uint32_t>(mpfr_get_flt(value, MPFR_RNDN));
  out.input.steps = steps_between(f_, out.input.result, nearest);
  const mpfr_exp_t binade = mpfr_zero_p(value.value) != 0 ? -f_.bias * 4 : mpfr_get_exp(value.value) - 1;
  out.subnormal = binade < 1 - f_.bias;
  precise got(f_.precision + more_bits);
  mpfr_set_d(got, f_.decode(out.input.result), MPFR_RNDN);
  // What is too large counts as the number after the largest.
  for (precise* p : {&got, &value})
    if (mpfr_inf_p(p->value) != 0 || (mpfr_zero_p(p->value) == 0 && mpfr_get_exp(p->value) - 1 > f_.bias))
      mpfr_set_si_2exp(p->value, mpfr_signbit(p->value) != 0 ? -1 : 1, f_.bias + 1, MPFR_RNDN);
  mpfr_sub(got, got, value, MPFR_RNDN);
  const mpfr_exp_t ulp = std::min<mpfr_exp_t>(std::max<mpfr_exp_t>(binade, 1 - f_.bias), f_.bias) - (f_.precision - 1);
  mpfr_mul_2si(got, got, -ulp, MPFR_RNDN);
  out.input.ulps = std::fabs(mpfr_get_d(got, MPFR_RNDN));
}

result<swept_function> compiled_in(const searched_function& f) {
  const library_kernel_text* row = searched_kernel_texts;
  while (row->id != nullptr && f.id != row->id) ++row;
  if (row->id == nullptr) return fail("no kernel was compiled in for " + std::string(f.name));
  swept_function out;
  out.name = f.name;
  out.arguments.assign(static_cast<std::size_t>(f.arguments), f.type);
  out.result = f.type;
  out.kernel = "search_" + std::string(f.id);
  out.code = std::make_unique<session::compiled>();
  out.code->ptx = std::string(searched_head) + row->text;
  auto module = ptx::parse(out.code->ptx, "library.ptx");
  if (!module) return tl::unexpected(module.error());
  out.code->module = ptx::inline_calls(*std::move(module));
  auto program = exec::decode(out.code->module);
  if (!program) return tl::unexpected(program.error());
  out.code->program = *std::move(program);
  return out;
}

const std::vector<searched_function>& searched_functions() {
#define FPCHECK_SEARCHED_FUNCTION(id, name, type, arguments, reference, stated, expression) \
  {#id, name, sizeof(type) == 4 ? tensor::dtype::f32 : tensor::dtype::f64, arguments, #reference, stated},
  static const std::vector<searched_function> rows{
#include <fpcheck/sweep/searched_library.def>
  };
#undef FPCHECK_SEARCHED_FUNCTION
  return rows;
}

const searched_function* searched_function_named(const std::string& name) {
  const auto& all = searched_functions();
  const auto at = std::find_if(all.begin(), all.end(), [&](const searched_function& f) { return f.name == name || f.id == name; });
  return at == all.end() ? nullptr : &*at;
}

std::function<void(mpfr_ptr, mpfr_srcptr, mpfr_srcptr)> exact_of(const searched_function& f) {
  if (f.arguments == 1) return [g = exact_function_named(f.reference)](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr) { g(out, x); };
  static constexpr std::pair<std::string_view, two_arguments> pairs[] = {{"pow", mpfr_pow}, {"atan2", mpfr_atan2}, {"fmod", mpfr_fmod},
                                                                        {"remainder", mpfr_remainder}, {"hypot", mpfr_hypot}, {"quotient", mpfr_div}};
  const auto* at = std::find_if(std::begin(pairs), std::end(pairs), [&](const auto& p) { return p.first == f.reference; });
  return [g = at->second](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) { g(out, x, y, MPFR_RNDN); };
}

result<search_tally> search(const searched_function& f, const search_choice& choice) {
  return searching(f, choice).all();
}

} // namespace fpcheck::sweep
