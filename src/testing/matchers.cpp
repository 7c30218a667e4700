#include <fpcheck/testing/matchers.hpp>

#include <fpcheck/expr/infer.hpp>
#include <fpcheck/report/difference.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <cmath>

namespace fpcheck::testing {
namespace {

match_result undecided(const diagnostic& d) {
  return {false, d.text()};
}

match_result compared(const tensor::array& actual, const tensor::array& expected, const std::string& allowed) {
  const auto tolerance = tensor::parse_tolerance(allowed, actual.type);
  if (!tolerance) return undecided(tolerance.error());
  const auto d = tensor::compare(actual, expected, *tolerance);
  if (!d) return undecided(d.error());
  return {d->elements != 0 && d->passed(), report::write_text(*d, actual.shape, allowed)};
}

std::string exact_text(double x) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g (%a)", x, x);
  return text;
}

} // namespace

match_result difference_matcher::match(const tensor::array& actual) const {
  return expected_ ? compared(actual, *expected_, allowed_) : undecided(expected_.error());
}

match_result rounding_matcher::match(const tensor::array& actual) const {
  const auto exact = oracle::evaluate(expression_, values_);
  if (!exact) return undecided(exact.error());
  if (exact->size() != actual.size())
    return {false, "the expression is " + tensor::text(exact->shape()) + ", not " + tensor::text(actual.shape)};
  tensor::array expected(actual.type, actual.shape);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const auto value = exact->rounded(i, actual.type, direction_);
    if (!value) return undecided(value.error());
    const bool zeros = *value == 0 && actual.value(i) == 0;
    expected.set(i, zeros ? actual.value(i) : *value);
  }
  match_result out = compared(actual, expected, "bitwise");
  if (!out.matches && exact->size() == 1) out.why += "exactly it is " + exact->decimal(0) + '\n';
  return out;
}

agreement_matcher agreement_matcher::within(std::string tolerance) const {
  agreement_matcher out = *this;
  out.tolerance_ = std::move(tolerance);
  return out;
}

agreement_matcher agreement_matcher::accumulating_in(std::string format) const {
  agreement_matcher out = *this;
  out.accumulator_ = std::move(format);
  return out;
}

agreement_matcher agreement_matcher::over(const inputs& base) const {
  agreement_matcher out = *this;
  out.values_ = values_.over(base);
  return out;
}

match_result agreement_matcher::match(const tensor::array& actual) const {
  const auto named = values_.named();
  if (!named) return undecided(named.error());
  const auto program = expr::infer(expression_, expr::environment_of(*named));
  if (!program) return undecided(program.error());
  const auto allowed = tolerance::parse_tolerance(tolerance_, actual.type);
  if (!allowed) return undecided(allowed.error());
  tolerance::declaration d;
  d.accumulator = accumulator_;
  if (tensor::is_real(actual.type)) d.output = tensor::name(actual.type);
  const auto expected = tolerance::make_reference(program->nodes, program->root, expr::bindings_of(*named), d);
  if (!expected) return undecided(expected.error());
  const auto verdict = tolerance::judge(actual, *expected, *allowed);
  if (!verdict) return undecided(verdict.error());
  return {verdict->code == exit_code::passed, tolerance::text(*verdict)};
}

match_result enclosure_matcher::match(double lower, double upper) const {
  const auto exact = oracle::evaluate(expression_, values_);
  if (!exact) return undecided(exact.error());
  if (exact->size() != 1) return {false, "the expression is " + tensor::text(exact->shape()) + ", no scalar"};
  const reference::bracket b = exact->enclosure(0);
  const std::string text = '[' + exact_text(lower) + ", " + exact_text(upper) + "], exactly it is " + exact->decimal(0);
  return {lower <= b.low && b.high <= upper, text};
}

} // namespace fpcheck::testing
