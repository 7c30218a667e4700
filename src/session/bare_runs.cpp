#include "bare_runs.hpp"

#include <fpcheck/session/interrupt.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace fpcheck::session {
namespace {

constexpr std::uint64_t bytes_of_work = 2;      ///< of what is written or compared: copied before, read after, and whether it is defined
constexpr std::uint64_t work_of_an_element = 4; ///< of a reference: to judge it

bool is_defined(const exec::region& held, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 4)
    if (held.is_undefined(at, static_cast<unsigned>(std::min<std::size_t>(4, bytes - at)))) return false;
  return true;
}

} // namespace

bool same_inputs(const exec::run_request& a, const exec::run_request& b) {
  if (a.buffers.size() != b.buffers.size()) return false;
  for (std::size_t k = 0; k < a.buffers.size(); ++k)
    if (a.buffers[k].data != b.buffers[k].data) return false;
  return true;
}

bare_runner::bare_runner(const exec::run_request& request, const std::vector<prepared_reference>& references) : request_(request), references_(references) {
  request_.threads = 1;
  for (const exec::buffer& b : request_.buffers)
    if (b.role != exec::buffer_role::input) data_work_ += b.data.size() / bytes_of_work;
  for (const prepared_reference& p : references_) data_work_ += p.expected.size() * work_of_an_element;
}

std::optional<bare_runner::contents> bare_runner::run(const exec::program& code, std::uint64_t& work, double seconds, const integer_steps& steps) {
  exec::run_plan plan;
  plan.domain = exec::no_shadow();
  plan.tracks_races = false;
  plan.interrupt = &interrupted();
  plan.watches_losses = steps.watches, plan.loses_otherwise = steps.otherwise;
  request_.instruction_budget = budget_, request_.time_budget = seconds;
  auto record = exec::run(code, request_, plan);
  work += work_of_data() + work_of_a_run;
  if (!record) return std::nullopt;
  work += work_of_a_lane * record->counts.instructions;
  last_ = record->counts.instructions;
  if (steps.watches) losses_ = std::move(record->losses);
  if (!record->incomplete.empty() || !record->faults.empty() || record->interrupted) return std::nullopt;
  contents out;
  for (const prepared_reference& r : references_) {
    const exec::region& held = *record->buffers[r.buffer];
    const std::size_t bytes = request_.buffers[r.buffer].data.size();
    if (!is_defined(held, bytes)) return std::nullopt;
    out.emplace_back(held.data.begin(), held.data.begin() + static_cast<std::ptrdiff_t>(bytes));
  }
  return out;
}

result<tolerance::verdict> bare_runner::judged(std::size_t k, const contents& outputs, std::uint64_t count) const {
  const prepared_reference& r = references_[k];
  return tolerance::judge(array_of(r, outputs[k]), r.expected, r.allowed, {.worst_elements = count, .canaries = false, .alike = tolerance::alike_outputs::remarked});
}

bool bare_runner::meets(const contents& outputs) const {
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const auto v = judged(k, outputs, 0);
    if (!v || v->code != exit_code::passed) return false;
  }
  return true;
}

std::optional<std::pair<std::size_t, std::uint64_t>> bare_runner::worst(const contents& outputs) const {
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const auto v = judged(k, outputs, 1);
    if (v && v->code == exit_code::findings && !v->worst.empty()) return std::pair{k, v->worst[0].index};
  }
  return std::nullopt;
}

double bare_runner::element(const contents& outputs, std::size_t k, std::uint64_t index) const {
  const tensor::dtype t = request_.buffers[references_[k].buffer].type;
  return tensor::decode(t, tensor::load_code(t, outputs[k].data() + index * tensor::size_of(t)));
}

bare_runner::elements bare_runner::changed(const contents& a, const contents& b) const {
  elements out(references_.size());
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const std::size_t bytes = tensor::size_of(request_.buffers[references_[k].buffer].type);
    for (std::size_t i = 0; (i + 1) * bytes <= a[k].size(); ++i)
      if (std::memcmp(a[k].data() + i * bytes, b[k].data() + i * bytes, bytes) != 0) out[k].push_back(i);
  }
  return out;
}

bare_runner::elements bare_runner::missed(const contents& outputs) const {
  elements out(references_.size());
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const auto v = judged(k, outputs, references_[k].expected.size());
    if (!v) continue;
    for (std::size_t i = 0; i < std::min<std::size_t>(v->worst.size(), v->failures()); ++i) out[k].push_back(v->worst[i].index);
    std::sort(out[k].begin(), out[k].end());
  }
  return out;
}

int bare_runner::moved(const contents& a, const contents& b) const {
  std::optional<double> one;
  const elements all = changed(a, b);
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const std::uint64_t i : all[k]) {
      if (one && *one != expected(k, i)) return 2;
      one = expected(k, i);
    }
  return one ? 1 : 0;
}

double bare_runner::bits_of_one(const contents& before, const contents& after) const {
  const elements all = changed(before, after);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].empty()) continue;
    const double wanted = expected(k, all[k][0]), moved_by = std::fabs(wanted - element(before, k, all[k][0]));
    return std::trunc(wanted) != wanted || !(moved_by < INFINITY) ? INFINITY : std::log2(2 + moved_by);
  }
  return 0;
}

double bare_runner::bits_to_mend(const contents& outputs) const {
  double bits = 0;
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const prepared_reference& r = references_[k];
    const auto v = judged(k, outputs, r.expected.size());
    if (!v) continue;
    double range = 0;
    std::set<double> told; // the same number twice tells it once
    for (const double wanted : r.expected.value) range = std::max(range, std::fabs(wanted));
    for (std::size_t i = 0; i < std::min<std::size_t>(v->worst.size(), v->failures()); ++i)
      if (told.insert(v->worst[i].expected).second)
        bits += std::min(20.0, std::log2(2 + range / std::max(v->worst[i].allowed, tensor::is_real(request_.buffers[r.buffer].type) ? 1e-6 * range : 1.0)));
  }
  return bits;
}

double bare_runner::along(const contents& before, const contents& after) const {
  double both = 0, moved = 0, off = 0;
  for (std::size_t k = 0; k < references_.size(); ++k) {
    double range = 0;
    for (const double wanted : references_[k].expected.value) range = std::max(range, std::fabs(wanted));
    for (std::uint64_t i = 0; i < count(k); ++i) {
      const double now = element(before, k, i), scale = 1 / (std::fabs(expected(k, i)) + 1e-3 * range);
      const double m = (element(after, k, i) - now) * scale, o = (expected(k, i) - now) * scale;
      if (!(std::fabs(m) < 1e150) || !(std::fabs(o) < 1e150)) continue;
      both += m * o, moved += m * m, off += o * o;
    }
  }
  return moved > 0 && off > 0 ? std::fabs(both) / std::sqrt(moved * off) : 0;
}

tensor::array bare_runner::array_of(const prepared_reference& r, const std::vector<std::byte>& data) const {
  tensor::array out;
  out.type = request_.buffers[r.buffer].type, out.shape = request_.buffers[r.buffer].shape;
  out.data = data;
  return out;
}

} // namespace fpcheck::session
