#include "addend_orders.hpp"

#include "places.hpp"

#include <fpcheck/base/number.hpp>
#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <queue>

namespace fpcheck::analysis {
namespace {

using exec::atomic_addend;

/// Addends to one element, in the order in which the run met them.
struct element_sum {
  std::vector<const atomic_addend*> addends;
  std::vector<double> values;
};

/// The ways to arrive: each gives every addend its turn.
enum class arrival { rising, falling, smallest_first, largest_first, alternating, reversed };
struct wording {
  arrival way;
  const char* text;
};
constexpr wording wordings[] = {
    {arrival::rising, "its addends arrive from the least to the greatest"},
    {arrival::falling, "its addends arrive from the greatest to the least"},
    {arrival::smallest_first, "its addends arrive by size, the smallest first"},
    {arrival::largest_first, "its addends arrive by size, the largest first"},
    {arrival::alternating, "great and small addends arrive by turns"},
    {arrival::reversed, "its addends arrive from the last to the first"},
};

std::vector<std::size_t> turns(const element_sum& s, arrival way) {
  const std::size_t n = s.values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by = [&](auto key) { std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(s.values[a]) < key(s.values[b]); }); };
  switch (way) {
  case arrival::rising: case arrival::alternating: by([](double v) { return v; }); break;
  case arrival::falling: by([](double v) { return -v; }); break;
  case arrival::smallest_first: by([](double v) { return std::fabs(v); }); break;
  case arrival::largest_first: by([](double v) { return -std::fabs(v); }); break;
  case arrival::reversed: std::reverse(order.begin(), order.end()); break;
  }
  std::vector<std::size_t> turn(n);
  for (std::size_t k = 0; k < n; ++k) turn[order[k]] = way == arrival::alternating ? std::min(2 * k, 2 * (n - 1 - k) + 1) : k;
  return turn;
}

/// The addends by their turns, as far as the launch allows: a thread adds in its own order, and a CTA what comes before a barrier first.
class permitted_order {
public:
  permitted_order(const element_sum& s, const std::vector<std::size_t>& turn) : s_(s), turn_(turn) {
    for (std::size_t k = 0; k < s.addends.size(); ++k) {
      const atomic_addend& x = *s.addends[k];
      epochs_[x.cta][x.barriers][x.thread].push_back(k);
    }
  }
  template <class F>
  void each(F f) {
    for (auto& [cta, epochs] : epochs_) open_epoch(cta);
    while (!ready_.empty()) {
      const std::size_t k = ready_.top().second;
      ready_.pop();
      f(k);
      const atomic_addend& x = *s_.addends[k];
      auto& epochs = epochs_[x.cta];
      auto& lanes = epochs.begin()->second;
      auto& mine = lanes[x.thread];
      mine.erase(mine.begin());
      if (!mine.empty()) push(mine.front());
      else if (lanes.erase(x.thread); lanes.empty()) epochs.erase(epochs.begin()), open_epoch(x.cta);
    }
  }

private:
  void open_epoch(std::uint32_t cta) {
    auto& epochs = epochs_[cta];
    if (epochs.empty()) return;
    for (auto& [thread, mine] : epochs.begin()->second) push(mine.front());
  }
  void push(std::size_t k) { ready_.emplace(turn_[k], k); }

  const element_sum& s_;
  const std::vector<std::size_t>& turn_;
  std::map<std::uint32_t, std::map<std::uint32_t, std::map<std::uint32_t, std::vector<std::size_t>>>> epochs_; ///< by CTA, barrier and thread
  std::priority_queue<std::pair<std::size_t, std::size_t>, std::vector<std::pair<std::size_t, std::size_t>>, std::greater<>> ready_;
};

/// CTAs that wait for each other have their order from that: then these orders may be none of theirs.
bool waits_for_others(const exec::program& code) {
  return std::any_of(code.ops.begin(), code.ops.end(), [](const exec::op& o) {
    if (o.meaning.access == ptx::access::none) return false;
    const bool takes = o.meaning.access == ptx::access::atomic && o.d && !ptx::is_real_sum(o.meaning);
    return takes || (o.meaning.access != ptx::access::atomic && ptx::is_ordered(o.meaning));
  });
}

std::uint64_t added(tensor::dtype t, std::uint64_t sum, std::uint64_t addend) { return tensor::encode(t, tensor::decode(t, sum) + tensor::decode(t, addend)); }

double rounding_of(const element_sum& s, exec::number n) {
  double size = 0;
  for (const double v : s.values) size += std::fabs(v);
  return size < INFINITY ? static_cast<double>(s.values.size()) * half_ulp_at(size, n) : 0.0;
}

} // namespace

std::vector<reordered_sum> reorder_sums(const exec::program& code, const exec::run_request& request, const exec::run_record& run) {
  std::vector<reordered_sum> out;
  if (run.addends.empty() || run.addends.size() >= exec::most_addends || waits_for_others(code)) return out;
  std::map<std::pair<std::uint32_t, std::uint64_t>, element_sum> sums;
  for (const atomic_addend& x : run.addends) sums[{x.buffer, x.offset}].addends.push_back(&x);
  for (auto& [place, s] : sums) {
    const exec::buffer& b = request.buffers[place.first];
    const std::uint64_t bytes = tensor::size_of(b.type);
    if (b.role == exec::buffer_role::input || number_of(b.type) == exec::number::none || place.second % bytes != 0 || s.addends.size() < 2) continue;
    std::uint64_t machine = s.addends[0]->before, held = 0;
    for (const atomic_addend* x : s.addends) machine = added(b.type, machine, x->addend), s.values.push_back(tensor::decode(b.type, x->addend));
    std::memcpy(&held, run.buffers[place.first]->data.data() + place.second, bytes);
    if (machine != held) continue; // something else wrote it too
    reordered_sum worst;
    for (const wording& w : wordings) {
      const std::vector<std::size_t> turn = turns(s, w.way);
      std::uint64_t sum = s.addends[0]->before;
      permitted_order(s, turn).each([&](std::size_t k) { sum = added(b.type, sum, s.addends[k]->addend); });
      const double mine = tensor::decode(b.type, machine), other = tensor::decode(b.type, sum);
      if (sum == machine || (!worst.order.empty() && !(std::fabs(other - mine) > std::fabs(worst.other - mine)))) continue;
      worst = {{place.first, place.second / bytes}, s.addends[0]->pc, mine, other, rounding_of(s, number_of(b.type)), w.text};
    }
    if (!worst.order.empty()) out.push_back(std::move(worst));
  }
  return out;
}

finding finding_of_sum(const exec::program& p, const exec::run_request& request, const reordered_sum& x, std::uint64_t count) {
  const std::string& name = request.buffers[x.place.buffer].name;
  finding f;
  f.rule = rule::order_sensitive;
  f.output = name, f.element = x.place.index, f.count = count;
  f.computed = x.machine, f.exact = x.other;
  f.message = name + "[" + std::to_string(x.place.index) + "] depends on the order of CTAs and atomics: it is " + number(x.machine) + " in this one and " +
              number(x.other) + " where " + x.order;
  f.hint = std::string(advice(f.rule));
  locate(f, p, x.pc);
  return f;
}

} // namespace fpcheck::analysis
