#include <fpcheck/expr/commands.hpp>
#include <fpcheck/metric/distance.hpp>
#include <fpcheck/sweep/sweep.hpp>
#include <fpcheck/tensor/difference.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

namespace fpcheck::sweep {
namespace {

/// The inputs of the expression for some arguments.
expr::named_inputs inputs_of(const std::vector<std::string>& names, const std::vector<tensor::dtype>& types,
                             const code_lists& arguments) {
  expr::named_inputs out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    tensor::array a(types[k], {arguments[k].size()});
    const std::size_t bytes = tensor::size_of(types[k]);
    for (std::size_t i = 0; i < arguments[k].size(); ++i) tensor::store_code(types[k], a.data.data() + i * bytes, arguments[k][i]);
    out.tensors.emplace(names[k], std::move(a));
  }
  return out;
}

double nearest_of(double x) { return x; }
double nearest_of(exact::double_double x) { return x.high; }
double nearest_of(const expr::wide_number& x) { return x.nearest; }
/// How far the number may be from its nearest binary64 number.
double rest_of(double) { return 0; }
double rest_of(exact::double_double x) { return std::fabs(x.low); }
double rest_of(const expr::wide_number& x) { return std::isfinite(x.nearest) ? std::fabs(x.nearest) * 0x1p-53 : 0; }

double spacing(const metric::grid& g, double at, double largest) {
  return metric::ulp(g, std::clamp(at, -largest, largest));
}

std::array<std::uint64_t, 2> arguments_at(const code_lists& lists, std::size_t i) {
  return {lists[0][i], lists.size() == 2 ? lists[1][i] : 0};
}

} // namespace

const special_row& describe(special s) {
  static const std::array<special_row, special_count> rows{{{"NaN for a number", true},
                                                            {"a number for NaN", true},
                                                            {"infinity for a number", true},
                                                            {"a number for infinity", true},
                                                            {"infinity of the wrong sign", true},
                                                            {"zero of the wrong sign", false}}};
  return rows[static_cast<std::size_t>(s)];
}

exit_code sweep_tally::verdict() const {
  bool failed = beyond > 0;
  for (std::size_t i = 0; i < special_count; ++i) failed |= specials[i] > 0 && describe(static_cast<special>(i)).fails;
  if (failed) return exit_code::findings;
  return undecided > 0 || points == 0 ? exit_code::incomplete : exit_code::passed;
}

result<sweep_judge> sweep_judge::make(const std::string& expression, const swept_function& f, double tolerance_ulps) {
  const auto tree = expr::parse(expression);
  if (!tree) {
    diagnostic d = tree.error();
    d.where.file = "expression";
    return tl::unexpected(std::move(d));
  }
  sweep_judge out;
  out.expression_ = expression;
  out.names_ = expr::free_names(*tree);
  std::sort(out.names_.begin(), out.names_.end());
  out.names_.erase(std::unique(out.names_.begin(), out.names_.end()), out.names_.end());
  if (out.names_.size() != f.arguments.size())
    return fail("the expression has " + std::to_string(out.names_.size()) + " names, the function " +
                    std::to_string(f.arguments.size()) + (f.arguments.size() == 1 ? " argument" : " arguments"),
                {"expression"}, "one name for each argument; the first in the alphabet is the first argument");
  out.types_ = f.arguments;
  out.result_ = f.result;
  const format_row& row = *tensor::format_of(f.result);
  out.grid_ = metric::grid_of(row);
  out.largest_ = decode_double(row, max_magnitude(row));
  out.has_infinity_ = has_infinity(row);
  out.tolerance_ = tolerance_ulps;
  return out;
}

/// The number after the largest, which an infinity stands for.
double sweep_judge::beyond_largest() const {
  return largest_ + spacing(grid_, largest_, largest_);
}

/// Whether an ulp of the result is large against what is not known, or the value certainly too large.
bool sweep_judge::is_known(const exact_value& v) const {
  if (!std::isfinite(v.value)) return v.slack == 0;
  return v.slack <= error_resolution * spacing(grid_, v.value, largest_) || std::fabs(v.value) - v.slack >= beyond_largest();
}

/// The exact values of the expression for some arguments, with midpoints of type S.
template <class S>
result<std::vector<sweep_judge::exact_value>> sweep_judge::evaluate(const code_lists& arguments) const {
  const expr::named_inputs in = inputs_of(names_, types_, arguments);
  const auto p = expr::infer(expression_, expr::environment_of(in));
  if (!p) return tl::unexpected(p.error());
  const auto e = [&] {
    const expr::bindings values = expr::bindings_of(in);
    if constexpr (std::is_same_v<S, expr::wide_number>)
      return expr::evaluate_wide(p->nodes, std::array{p->root}, values, expr::exact_arithmetic());
    else
      return expr::evaluate<S>(p->nodes, std::array{p->root}, values, expr::exact_arithmetic());
  }();
  if (!e) return tl::unexpected(e.error());
  const auto& root = e->roots[0];
  if (root.middle.size() != arguments[0].size())
    return fail("the expression must give one value for each input", {"expression"});
  std::vector<exact_value> out(root.middle.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].value = nearest_of(root.middle[i]);
    out[i].slack = root.radius[i] + rest_of(root.middle[i]);
    // 256 bits have the last word on NaN and infinity.
    if (std::is_same_v<S, expr::wide_number> && !std::isfinite(out[i].value)) out[i].slack = 0;
  }
  return out;
}

/// Evaluates again, with midpoints of type S, what is not known yet.
template <class S>
result<void> sweep_judge::refine(const code_lists& arguments, std::vector<exact_value>& values) const {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!is_known(values[i])) open.push_back(i);
  if (open.empty()) return {};
  code_lists chosen(arguments.size());
  for (std::size_t k = 0; k < arguments.size(); ++k)
    for (const std::size_t i : open) chosen[k].push_back(arguments[k][i]);
  const auto better = evaluate<S>(chosen);
  if (!better) return tl::unexpected(better.error());
  for (std::size_t j = 0; j < open.size(); ++j) values[open[j]] = (*better)[j];
  return {};
}

result<void> sweep_judge::take(const code_lists& arguments, const std::vector<std::uint64_t>& results) {
  auto exact = evaluate<double>(arguments);
  if (!exact) return tl::unexpected(exact.error());
  if (const auto ok = refine<exact::double_double>(arguments, *exact); !ok) return ok;
  if (const auto ok = refine<expr::wide_number>(arguments, *exact); !ok) return ok;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const sweep_point p{arguments_at(arguments, i), results[i], (*exact)[i].value, 0};
    judge(p, (*exact)[i]);
    if (names_.size() == 1) compare_neighbours(p, (*exact)[i]);
  }
  return {};
}

void sweep_judge::note(special s, const sweep_point& p) {
  const auto at = static_cast<std::size_t>(s);
  if (++tally_.specials[at] == 1) tally_.special_examples[at] = p;
}

void sweep_judge::judge(const sweep_point& point, const exact_value& exact) {
  ++tally_.points;
  sweep_point p = point;
  double got = tensor::decode(result_, p.result);
  if (std::isnan(exact.value)) {
    // At an infinite argument an expression may be inf - inf or inf / inf and the function a limit: nothing to judge.
    for (std::size_t k = 0; k < types_.size(); ++k)
      if (std::isinf(tensor::decode(types_[k], p.arguments[k]))) return;
    if (!std::isnan(got)) note(special::number_for_nan, p);
    return;
  }
  if (!is_known(exact)) {
    if (++tally_.undecided == 1) tally_.undecided_example = p;
    return;
  }
  // Where the format has no infinity, what is too large may become NaN.
  const bool too_large = std::fabs(exact.value) >= largest_ + spacing(grid_, largest_, largest_) / 2;
  if (std::isnan(got)) {
    if (has_infinity_ || !too_large) note(special::nan_for_number, p);
    return;
  }
  if (std::isinf(got) && std::isinf(exact.value) && (got > 0) != (exact.value > 0)) return note(special::wrong_infinity, p);
  // One that comes an ulp too early counts as that.
  const double beyond = beyond_largest();
  const double wanted = std::clamp(exact.value, -beyond, beyond);
  got = std::clamp(got, -beyond, beyond);
  if (got == 0 && exact.value != 0 && has_negative_zero(*tensor::format_of(result_)) && std::signbit(got) != (exact.value < 0))
    note(special::wrong_zero, p);
  p.ulps = std::fabs(got - wanted) / spacing(grid_, wanted, largest_);
  const std::size_t bin = tensor::ulp_bin(p.ulps);
  if (tally_.histogram.size() <= bin) tally_.histogram.resize(bin + 1);
  ++tally_.histogram[bin];
  const bool subnormal = std::fabs(wanted) < metric::power_of_two(grid_.min_exponent);
  std::optional<sweep_point>& worst = subnormal ? tally_.worst_subnormal : tally_.worst;
  if (!worst || p.ulps > worst->ulps) worst = p;
  if (p.ulps <= tolerance_ + error_resolution) return;
  const double real_result = tensor::decode(result_, p.result);
  if (std::isinf(real_result) != std::isinf(exact.value))
    return note(std::isinf(real_result) ? special::infinity_for_number : special::number_for_infinity, p);
  ++tally_.beyond;
}

void sweep_judge::compare_neighbours(const sweep_point& point, const exact_value& exact) {
  const double got = tensor::decode(result_, point.result);
  const bool is_first = !std::exchange(is_begun_, true);
  if (std::isnan(got) || !is_known(exact) || std::isnan(exact.value)) return previous_.reset();
  if (is_first) first_ = std::pair{point, exact};
  if (previous_) {
    const double before = tensor::decode(result_, previous_->first.result), step = got - before;
    const double slack = exact.slack + previous_->second.slack, rise = exact.value - previous_->second.value;
    if ((rise > slack && step < 0) || (rise < -slack && step > 0)) {
      ++tally_.reversals;
      const double steps = std::fabs(step) / spacing(grid_, exact.value, largest_);
      if (!tally_.reversal || steps > tally_.reversal_steps) {
        tally_.reversal = std::array{previous_->first, point};
        tally_.reversal_steps = steps;
      }
    }
  }
  previous_ = std::pair{point, exact};
}

void sweep_judge::add(const sweep_judge& next) {
  if (next.is_begun_ && next.first_) compare_neighbours(next.first_->first, next.first_->second);
  if (next.is_begun_) previous_ = next.previous_;
  if (!is_begun_) first_ = next.first_;
  is_begun_ |= next.is_begun_;
  sweep_tally& t = tally_;
  const sweep_tally& n = next.tally_;
  t.points += n.points, t.beyond += n.beyond, t.reversals += n.reversals;
  if (t.undecided == 0) t.undecided_example = n.undecided_example;
  t.undecided += n.undecided;
  if (n.worst && (!t.worst || n.worst->ulps > t.worst->ulps)) t.worst = n.worst;
  if (n.worst_subnormal && (!t.worst_subnormal || n.worst_subnormal->ulps > t.worst_subnormal->ulps)) t.worst_subnormal = n.worst_subnormal;
  for (std::size_t i = 0; i < special_count; ++i) {
    if (t.specials[i] == 0) t.special_examples[i] = n.special_examples[i];
    t.specials[i] += n.specials[i];
  }
  t.histogram.resize(std::max(t.histogram.size(), n.histogram.size()));
  for (std::size_t i = 0; i < n.histogram.size(); ++i) t.histogram[i] += n.histogram[i];
  if (n.reversal && (!t.reversal || n.reversal_steps > t.reversal_steps)) t.reversal = n.reversal, t.reversal_steps = n.reversal_steps;
}

} // namespace fpcheck::sweep
