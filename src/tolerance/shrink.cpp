#include <fpcheck/tolerance/shrink.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace fpcheck::tolerance {
namespace {

using expr::named_inputs;

/// The leading part of every tensor along the axes of one named extent.
named_inputs cropped(const named_inputs& in, const std::string& dimension, std::int64_t size) {
  named_inputs out = in;
  out.dimensions[dimension] = size;
  for (auto& [name, a] : out.tensors) {
    const auto names = in.dimension_names.find(name);
    if (names == in.dimension_names.end()) continue;
    const tensor::array& from = in.tensors.at(name);
    tensor::shape s = from.shape;
    for (std::size_t k = 0; k < s.size() && k < names->second.size(); ++k)
      if (names->second[k] == dimension) s[k] = static_cast<std::uint64_t>(size);
    a = tensor::array(from.type, s);
    for (std::uint64_t i = 0; i < a.size(); ++i) {
      std::uint64_t rest = i, source = 0, stride = 1;
      for (std::size_t k = s.size(); k-- > 0;) source += rest % s[k] * stride, rest /= s[k], stride *= from.shape[k];
      tensor::store_code(a.type, a.data.data() + i * tensor::size_of(a.type), from.code(source));
    }
  }
  return out;
}

bool is_named(const std::string& extent) { return !extent.empty() && (extent[0] < '0' || extent[0] > '9'); }

/// One pass over the named extents. Returns whether one became smaller.
bool smaller_extents(named_inputs& in, std::map<std::string, std::int64_t>& sizes, const still_fails& fails, int& budget) {
  bool changed = false;
  for (auto& [dimension, size] : sizes)
    for (const std::int64_t smaller : {std::int64_t{1}, size / 2, size - 1}) {
      if (smaller < 1 || smaller >= size || budget-- <= 0) continue;
      named_inputs trial = cropped(in, dimension, smaller);
      if (!fails(trial)) continue;
      in = std::move(trial), size = smaller, changed = true;
      break;
    }
  return changed;
}

} // namespace

named_inputs shrink_inputs(named_inputs in, const still_fails& fails, int budget) {
  std::map<std::string, std::int64_t> sizes;
  for (const auto& [name, names] : in.dimension_names)
    for (std::size_t k = 0; k < names.size(); ++k)
      if (const auto a = in.tensors.find(name); a != in.tensors.end() && is_named(names[k])) sizes[names[k]] = static_cast<std::int64_t>(a->second.shape[k]);
  while (budget > 0 && smaller_extents(in, sizes, fails, budget)) {
  }
  for (const double grid : {1.0, 0.25, 0x1p-6})
    for (auto& [name, a] : in.tensors) {
      if (!tensor::is_real(a.type) || budget-- <= 0) continue;
      named_inputs trial = in;
      tensor::array& t = trial.tensors[name];
      for (std::uint64_t i = 0; i < t.size(); ++i) t.set(i, std::nearbyint(a.value(i) / grid) * grid);
      if (fails(trial)) a = t;
    }
  return in;
}

} // namespace fpcheck::tolerance
