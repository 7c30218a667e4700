#include <fpcheck/session/sweep_case.hpp>
#include <fpcheck/session/interrupt.hpp>

#include "names.hpp"

#include <algorithm>
#include <charconv>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

namespace fpcheck::session {
namespace {

using launch::case_text;

/// Extents where kernels go wrong, the likeliest first: around the sizes of a warp and of a block, primes, powers of two and their neighbours.
constexpr std::int64_t notable[] = {33,  1,   31,  257, 2,   32,  127, 255, 97,  65,  129, 3,    64,   63,   128,  256,  7,    251, 61, 509,
                                    513, 511, 512, 1021, 1025, 1023, 1024, 5, 17, 16, 15, 193, 383, 1000, 2047, 2048, 2049, 4093, 4096, 4097};
constexpr std::int64_t largest_alone = 1025, largest_of_many = 129; ///< extents that are tried unasked, of one swept dimension or of several
constexpr std::uint64_t default_shapes = 27, default_range = 16;
constexpr std::int64_t tried_between = 8; ///< extents between the last that passed and the first that failed

struct swept_dimension {
  std::string name;
  std::vector<std::int64_t> values; ///< the likeliest to fail first
};

bool read_integer(std::string_view text, std::int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

/// `100..200`. Nothing where it is written in another way.
std::optional<std::pair<std::int64_t, std::int64_t>> read_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  std::int64_t low = 0, high = 0;
  if (dots == std::string_view::npos || !read_integer(text.substr(0, dots), low) || !read_integer(text.substr(dots + 2), high)) return std::nullopt;
  return std::pair(low, high);
}

/// Extents of a range: both ends, those that are notable, and others at even distances.
std::vector<std::int64_t> values_between(std::int64_t low, std::int64_t high, std::uint64_t most) {
  std::vector<std::int64_t> out;
  const auto add = [&](std::int64_t v) {
    if (v >= low && v <= high && out.size() < most && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  };
  add(low), add(high);
  const auto count = static_cast<std::uint64_t>(high - low) + 1;
  if (count <= most)
    for (std::int64_t v = low; v <= high; ++v) add(v);
  for (const std::int64_t v : notable) add(v);
  for (std::uint64_t k = 1; k < most; ++k) add(low + static_cast<std::int64_t>(static_cast<double>(high - low) * static_cast<double>(k) / static_cast<double>(most)));
  return out;
}

std::vector<std::int64_t> notable_up_to(std::int64_t largest) {
  std::vector<std::int64_t> out;
  for (const std::int64_t v : notable)
    if (v <= largest) out.push_back(v);
  return out;
}

/// What a value sweeps: nothing for one that stands for itself.
result<std::vector<std::int64_t>> swept_values(const launch::word& w, std::uint64_t most) {
  if (w.text == "sweep") return notable_up_to(largest_alone);
  const bool bracketed = w.text.starts_with("sweep(") && w.text.ends_with(')');
  const launch::word inside = bracketed ? w.part(6, w.text.size() - 7) : w;
  const auto range = read_range(inside.text);
  if (!range) {
    if (bracketed) return tl::unexpected(inside.error("no range is written so", "write sweep(1..4096)"));
    return std::vector<std::int64_t>{};
  }
  if (range->first > range->second || range->first < 0 || range->second > 0x7fffffff)
    return tl::unexpected(inside.error("a range goes from a smaller extent to a larger one", "write 100..200"));
  return values_between(range->first, range->second, most != 0 ? most : default_range);
}

/// Whether `name` is a word of `text` that is no function or generator.
bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    // In NxC the x separates two extents.
    const bool begins = at == 0 || !is_letter(text[at - 1]) || (text[at - 1] == 'x' && at > 1);
    const std::size_t end = at + name.size();
    if (begins && (end >= text.size() || !is_letter(text[end]) || text[end] == 'x')) return true;
  }
  return false;
}

/// Whether shapes or the grid are written with a dimension.
bool shapes_need(const case_text& text, const std::string& name) {
  for (const launch::launch_text& l : text.launches) {
    if (mentions(l.configuration.text, name)) return true;
    for (const launch::assignment& a : l.assignments)
      if (const std::size_t colon = a.value.text.find(':'); colon != std::string::npos && mentions(a.value.text.substr(colon), name)) return true;
  }
  return false;
}

result<std::vector<swept_dimension>> swept_dimensions(const case_text& text, std::uint64_t most) {
  std::vector<swept_dimension> asked, possible;
  std::set<std::string> seen;
  for (const launch::launch_text& l : text.launches)
    for (const launch::assignment& a : l.assignments) {
      if (!seen.insert(a.name.text).second) continue;
      auto values = swept_values(a.value, most);
      if (!values) return tl::unexpected(values.error());
      if (!values->empty()) asked.push_back({a.name.text, *std::move(values)});
      std::int64_t given = 0;
      if (is_identifier(a.name.text) && read_integer(a.value.text, given) && given > 0 && shapes_need(text, a.name.text)) possible.push_back({a.name.text, {given}});
    }
  if (!asked.empty() || most == 0) return asked;
  for (swept_dimension& d : possible)
    for (const std::int64_t v : notable_up_to(possible.size() > 1 ? largest_of_many : largest_alone))
      if (v != d.values[0]) d.values.push_back(v);
  return possible;
}

double volume(const swept_shape& s) {
  double out = 1;
  for (const auto& [name, extent] : s) out *= static_cast<double>(std::max<std::int64_t>(extent, 1));
  return out;
}

/// A number that looks random, the same on every machine.
std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::string words_of(const swept_shape& s) {
  std::string out;
  for (const auto& [name, extent] : s) out += (out.empty() ? "" : " ") + name + '=' + std::to_string(extent);
  return out;
}

/// The case with extents and a seed in the place of what is swept.
case_text concrete(const case_text& text, const swept_shape& shape, std::optional<std::uint64_t> seed) {
  case_text out = text;
  for (launch::launch_text& l : out.launches)
    for (launch::assignment& a : l.assignments)
      for (const auto& [name, extent] : shape)
        if (a.name.text == name) a.value.text = std::to_string(extent);
  std::erase_if(out.options, [&](const launch::option_text& o) { return o.name.text == "seeds" || o.name.text == "shapes" || (seed && o.name.text == "seed"); });
  if (seed) {
    const source_location where = out.options.empty() ? text.where : out.options.back().name.where;
    out.options.push_back({{"seed", where, ""}, {std::to_string(*seed), where, ""}});
  }
  return out;
}

/// Runs a case shape by shape.
class sweep {
public:
  sweep(kernel_file& file, const case_text& text, const case_source& source, const settings& s) : file_(file), text_(text), source_(source), settings_(s) {}

  report::case_report run(const std::vector<swept_shape>& shapes) {
    for (const swept_shape& shape : shapes) {
      if (interrupted() || try_shape(shape)) break;
    }
    if (failing_ && shapes.size() > 1) shrink();
    return report_of(shapes.size());
  }

private:
  /// Whether a shape has findings.
  bool try_shape(const swept_shape& shape) {
    const std::uint64_t seeds = std::max<std::uint64_t>(settings_.seeds, 1);
    for (std::uint64_t k = 0; k < seeds && !interrupted(); ++k) {
      const auto seed = settings_.seeds > 0 ? std::optional(settings_.seed + k) : std::nullopt;
      report::case_report r = run_case(file_, concrete(text_, shape, seed), source_);
      if (!shape.empty()) r.title += ' ' + words_of(shape);
      if (seed) r.title += " seed " + std::to_string(*seed);
      if (r.verdict == exit_code::usage) {
        if (!refused_) refused_ = std::move(r);
        ++refusals_;
        return false;
      }
      ++runs_;
      if (r.verdict == exit_code::findings || r.verdict == exit_code::internal_error || r.verdict == exit_code::interrupted) {
        failing_ = std::move(r), failing_shape_ = shape;
        return true;
      }
      if (r.verdict == exit_code::incomplete && !incomplete_) incomplete_ = r;
      last_ = std::move(r);
    }
    passed_.push_back(shape);
    return false;
  }

  /// Of one dimension, the extents just above the last that passed may fail too.
  void shrink() {
    if (failing_shape_.size() != 1 || passed_.empty()) return;
    const std::int64_t passed = passed_.back()[0].second, failed = failing_shape_[0].second;
    const std::string name = failing_shape_[0].first;
    for (std::int64_t v = passed + 1; v < failed && v <= passed + tried_between && !interrupted(); ++v)
      if (try_shape({{name, v}})) return;
  }

  report::case_report report_of(std::size_t shapes) {
    const std::string what = std::to_string(runs_) + (runs_ == 1 ? " run" : " runs");
    const std::string refused = refusals_ == 0 ? "" : "; the launch does not allow " + std::to_string(refusals_) + (refusals_ == 1 ? " other" : " others");
    if (failing_) {
      if (shapes > 0 && !failing_shape_.empty())
        failing_->notes.push_back("swept: the smallest shape that fails is " + words_of(failing_shape_) + " (" + std::to_string(passed_.size()) + " others tried pass" + refused + "); again: " + failing_->replay);
      else
        failing_->notes.push_back("swept: fails in run " + std::to_string(runs_) + "; again: " + failing_->replay);
      return *std::move(failing_);
    }
    report::case_report r = incomplete_ ? *std::move(incomplete_) : last_ ? *std::move(last_) : *std::move(refused_);
    if (!last_ && !incomplete_) return r; // none could be run: why says the first
    std::string list;
    for (const swept_shape& s : passed_)
      if (!s.empty()) list += (list.empty() ? " of " : ", ") + words_of(s);
    r.notes.push_back("swept: " + what + list + refused);
    return r;
  }

  kernel_file& file_;
  const case_text& text_;
  const case_source& source_;
  const settings& settings_;
  std::vector<swept_shape> passed_;
  std::optional<report::case_report> failing_, incomplete_, last_, refused_;
  swept_shape failing_shape_;
  std::uint64_t runs_ = 0, refusals_ = 0;
};

} // namespace

result<std::vector<swept_shape>> shapes_of(const case_text& text, std::uint64_t most) {
  auto dimensions = swept_dimensions(text, most);
  if (!dimensions) return tl::unexpected(dimensions.error());
  if (dimensions->empty()) return std::vector<swept_shape>{};
  const std::uint64_t wanted = most != 0 ? most : default_shapes;
  std::set<swept_shape> chosen;
  double product = 1;
  for (const swept_dimension& d : *dimensions) product *= static_cast<double>(d.values.size());
  for (std::uint64_t k = 0; chosen.size() < wanted && static_cast<double>(chosen.size()) < product && k < 64 * wanted; ++k) {
    swept_shape s;
    for (std::size_t d = 0; d < dimensions->size(); ++d) {
      const std::vector<std::int64_t>& values = (*dimensions)[d].values;
      const std::uint64_t at = dimensions->size() == 1 ? k : k < values.size() && d == k % dimensions->size() ? k : scrambled(k * 31 + d);
      s.emplace_back((*dimensions)[d].name, values[at % values.size()]);
    }
    chosen.insert(std::move(s));
  }
  std::vector<swept_shape> out(chosen.begin(), chosen.end());
  std::stable_sort(out.begin(), out.end(), [](const swept_shape& a, const swept_shape& b) { return volume(a) < volume(b); });
  return out;
}

report::case_report run_swept_case(kernel_file& file, const case_text& text, const case_source& source) {
  settings s;
  if (!apply_options(s, text.options)) return run_case(file, text, source); // which says why
  auto shapes = shapes_of(text, s.shapes);
  if (!shapes) {
    report::case_report r;
    r.file = file.path(), r.title = title_of(text), r.where = text.where;
    r.verdict = shapes.error().code;
    r.errors.push_back(shapes.error());
    return r;
  }
  if (shapes->empty() && s.seeds < 2) return run_case(file, text, source);
  if (shapes->empty()) shapes->push_back({});
  // A file that does not compile says so once, not for each shape.
  if (s.trusts_files) file.trust();
  if (!file.code(s.nvcc_flags, s.instantiations, s.fuse)) return run_case(file, concrete(text, shapes->front(), std::nullopt), source);
  return sweep(file, text, source, s).run(*shapes);
}

} // namespace fpcheck::session
