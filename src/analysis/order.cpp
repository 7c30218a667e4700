#include "order.hpp"

#include "outputs.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

namespace fpcheck::analysis {
namespace {

std::uint64_t elements_of(const exec::run_request& request, const exec::run_record& run, std::uint32_t b) {
  const std::uint64_t bytes = tensor::size_of(request.buffers[b].type);
  return bytes == 0 ? 0 : run.buffers[b]->data.size() / bytes;
}

/// The bytes of row `k` of the buffers, with those that nothing wrote marked.
std::string row(const exec::run_request& request, const exec::run_record& run, const std::vector<std::uint32_t>& buffers, std::uint64_t k) {
  std::string out;
  for (const std::uint32_t b : buffers) {
    const std::uint64_t bytes = tensor::size_of(request.buffers[b].type);
    const exec::region& r = *run.buffers[b];
    const bool undefined = r.is_undefined(k * bytes, static_cast<unsigned>(bytes));
    out += undefined ? '?' : '=';
    char text[16] = {};
    if (!undefined) std::memcpy(text, r.data.data() + k * bytes, std::min<std::uint64_t>(bytes, sizeof text));
    out.append(text, bytes);
  }
  return out;
}

/// Whether element `k` is another one in `other`: its bytes, or whether something wrote it.
bool differs_at(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other, std::uint32_t b, std::uint64_t k) {
  const std::uint64_t bytes = tensor::size_of(request.buffers[b].type);
  const exec::region& x = *first.buffers[b];
  const exec::region& y = *other.buffers[b];
  const bool mine = x.is_undefined(k * bytes, static_cast<unsigned>(bytes)), theirs = y.is_undefined(k * bytes, static_cast<unsigned>(bytes));
  return mine != theirs || (!mine && std::memcmp(x.data.data() + k * bytes, y.data.data() + k * bytes, bytes) != 0);
}

bool differ(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other, std::uint32_t b) {
  const std::uint64_t n = elements_of(request, first, b);
  for (std::uint64_t k = 0; k < n; ++k)
    if (differs_at(request, first, other, b, k)) return true;
  return false;
}

} // namespace

bool has_atomics(const exec::program& code) {
  return std::any_of(code.ops.begin(), code.ops.end(), [](const exec::op& o) { return o.meaning.access == ptx::access::atomic; });
}

bool takes_slots(const exec::program& code) {
  return std::any_of(code.ops.begin(), code.ops.end(), [](const exec::op& o) { return o.meaning.access == ptx::access::atomic && o.d; });
}

std::set<std::uint32_t> permuted_buffers(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> groups; // by elements
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b)
    if (request.buffers[b].role != exec::buffer_role::input && tensor::size_of(request.buffers[b].type) <= 16 && differ(request, first, other, b))
      groups[elements_of(request, first, b)].push_back(b);
  std::set<std::uint32_t> out;
  for (const auto& [count, buffers] : groups) {
    std::vector<std::string> mine, theirs;
    for (std::uint64_t k = 0; k < count; ++k) {
      if (std::none_of(buffers.begin(), buffers.end(), [&](std::uint32_t b) { return differs_at(request, first, other, b, k); })) continue;
      mine.push_back(row(request, first, buffers, k)), theirs.push_back(row(request, other, buffers, k));
    }
    std::sort(mine.begin(), mine.end()), std::sort(theirs.begin(), theirs.end());
    if (mine == theirs) out.insert(buffers.begin(), buffers.end());
  }
  return out;
}

bool holds_strays(const exec::run_request& request, const exec::run_record& run) {
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b) {
    if (request.buffers[b].role == exec::buffer_role::input) continue;
    const std::uint64_t n = elements_of(request, run, b), bytes = tensor::size_of(request.buffers[b].type);
    const exec::region& r = *run.buffers[b];
    for (std::uint64_t k = 0; k < n; ++k) {
      const bool undefined = r.is_undefined(k * bytes, static_cast<unsigned>(bytes)) && r.is_written(k * bytes, static_cast<unsigned>(bytes));
      if (undefined || (exec::element_shadow(r, k * bytes, static_cast<unsigned>(bytes)).taints() & exec::taint_lane) != 0) return true;
    }
  }
  return false;
}

} // namespace fpcheck::analysis
