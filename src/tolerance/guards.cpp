#include <fpcheck/tolerance/guards.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace fpcheck::tolerance {
namespace {

bool all_equal(const tensor::array& a) {
  for (std::uint64_t i = 1; i < a.size(); ++i)
    if (a.code(i) != a.code(0)) return false;
  return a.size() > 1;
}

bool all_are(const tensor::array& a, double x) { return a.size() > 1 && all_equal(a) && a.value(0) == x; }

bool symmetric(const tensor::array& a) {
  if (a.shape.size() != 2 || a.shape[0] != a.shape[1] || a.shape[0] < 2) return false;
  const std::uint64_t n = a.shape[0];
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t j = 0; j < i; ++j)
      if (a.code(i * n + j) != a.code(j * n + i)) return false;
  return true;
}

bool repeats(const tensor::array& a) {
  if (a.shape.size() != 2 || a.shape[0] < 2 || a.shape[1] < 2) return false;
  const std::uint64_t rows = a.shape[0], columns = a.shape[1];
  bool halves = columns % 2 == 0, same_rows = true;
  for (std::uint64_t i = 0; i < rows; ++i)
    for (std::uint64_t j = 0; j < columns; ++j) {
      if (halves && j < columns / 2 && a.code(i * columns + j) != a.code(i * columns + j + columns / 2)) halves = false;
      if (a.code(i * columns + j) != a.code(j)) same_rows = false;
    }
  return halves || same_rows;
}

bool no_duplicates(const tensor::array& a) {
  std::set<std::int64_t> seen;
  for (std::uint64_t i = 0; i < a.size(); ++i)
    if (!seen.insert(a.integer(i)).second) return false;
  return a.size() > 1;
}

} // namespace

std::uint64_t count_unwritten(const tensor::array& output, std::uint64_t poison) {
  std::uint64_t n = 0;
  for (std::uint64_t i = 0; i < output.size(); ++i) n += output.code(i) == poison ? 1 : 0;
  return n;
}

std::uint64_t count_differing(const tensor::array& first, const tensor::array& second) {
  if (first.type != second.type || first.size() != second.size()) return std::max(first.size(), second.size());
  std::uint64_t n = 0;
  for (std::uint64_t i = 0; i < first.size(); ++i) n += first.code(i) != second.code(i) ? 1 : 0;
  return n;
}

std::uint64_t count_not_doubled(const tensor::array& at_once, const tensor::array& at_twice) {
  if (at_once.size() != at_twice.size()) return std::max(at_once.size(), at_twice.size());
  double largest = 0;
  for (std::uint64_t i = 0; i < at_once.size(); ++i)
    if (std::isfinite(at_once.value(i))) largest = std::max(largest, std::fabs(at_once.value(i)));
  std::uint64_t n = 0;
  for (std::uint64_t i = 0; i < at_once.size(); ++i) {
    const double once = at_once.value(i), twice = at_twice.value(i);
    n += std::fabs(twice - 2 * once) <= 0x1p-6 * std::fabs(twice) + 0x1p-12 * largest ? 0 : 1;
  }
  return n;
}

std::vector<std::string> degeneracies(const expr::named_inputs& in, const std::vector<std::int64_t>& literals) {
  std::vector<std::string> out;
  for (const auto& [name, a] : in.tensors) {
    if (!tensor::is_real(a.type)) {
      if (tensor::class_of(a.type) != tensor::dtype_class::logical && no_duplicates(a)) out.push_back(name + " has no duplicates: lost updates cannot be seen");
      continue;
    }
    if (symmetric(a)) out.push_back(name + " is symmetric: a missing transpose cannot be seen");
    if (all_are(a, 1)) out.push_back(name + " is all ones: a missing factor cannot be seen");
    if (all_are(a, 0)) out.push_back(name + " is all zeros: a missing term cannot be seen");
    if (all_equal(a) && !all_are(a, 1) && !all_are(a, 0)) out.push_back(name + " is constant: wrong indices cannot be seen");
    if (!all_equal(a) && repeats(a)) out.push_back(name + " repeats itself: a wrong row or layout cannot be seen");
    for (const std::uint64_t extent : a.shape)
      if (extent > 1 && std::find(literals.begin(), literals.end(), static_cast<std::int64_t>(extent)) != literals.end())
        out.push_back("an extent of " + name + " is " + std::to_string(extent) + ", a literal of the code: a hard-coded size cannot be seen");
  }
  for (const auto& [name, literal] : in.scalars)
    if (literal == "1" || literal == "1.0") out.push_back(name + " is 1: a missing factor cannot be seen");
  return out;
}

result<std::map<std::string, verdict>> judge_all(const std::map<std::string, tensor::array>& actual, const std::map<std::string, reference>& expected,
                                                 const tolerance& allowed, const judge_options& options, const std::map<std::string, tensor::dtype>& declared) {
  for (const auto& [name, r] : expected)
    if (actual.count(name) == 0) return fail("there is no output for the reference of '" + name + "'");
  std::map<std::string, verdict> out;
  for (const auto& [name, a] : actual) {
    const auto r = expected.find(name);
    if (r == expected.end()) return fail("output '" + name + "' has no reference: its " + std::to_string(a.size()) + " elements would not be checked");
    const auto type = declared.find(name);
    if (type != declared.end() && type->second != a.type)
      return fail("output '" + name + "' is " + std::string(tensor::name(a.type)) + ", the kernel that ships writes " + std::string(tensor::name(type->second)), {},
                  "check the precision that is shipped");
    if (r->second.source != nullptr && r->second.source == a.data.data()) return fail("output '" + name + "' is compared with itself");
    auto v = judge(a, r->second, allowed, options);
    if (!v) return tl::unexpected<diagnostic>(diagnostic{.message = "output '" + name + "': " + v.error().message, .hint = v.error().hint});
    out.emplace(name, *std::move(v));
  }
  return out;
}

} // namespace fpcheck::tolerance
