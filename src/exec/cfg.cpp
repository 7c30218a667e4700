#include "cfg.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

bool ends_block(control c) {
  return c == control::branch || c == control::indirect_branch || c == control::ret || c == control::exit || c == control::trap ||
         c == control::unsupported || c == control::call || c == control::barrier || c == control::warp_sync || c == control::await;
}

std::vector<std::uint32_t> targets_of(const program& p, const op& o) {
  if (o.flow == control::branch) return {o.target};
  if (o.flow == control::indirect_branch) return p.branch_tables[o.target];
  return {};
}
bool falls_through(const op& o) {
  if (o.guard) return true;
  return o.flow != control::branch && o.flow != control::indirect_branch && o.flow != control::ret && o.flow != control::exit;
}

/// Bourdoncle's algorithm with explicit recursion turned into an own stack: the graphs are as long as their kernels.
class topological_order {
public:
  explicit topological_order(const std::vector<basic_block>& blocks) : blocks_(blocks), number_(blocks.size(), 0) {}

  /// Block indices in order.
  std::vector<std::uint32_t> run() {
    visit_all({0});
    for (std::uint32_t b = 0; b < blocks_.size(); ++b)
      if (number_[b] == 0) visit_all({b});
    std::reverse(order_.begin(), order_.end());
    return order_;
  }

private:
  static constexpr std::uint32_t done = 0xffffffffu;
  struct activation {
    std::uint32_t vertex;
    std::size_t next = 0;
    std::uint32_t head = 0;
    bool loop = false;
    bool in_component = false; ///< the successors are being visited again as a component
    std::size_t mark = 0;      ///< size of order_ when the component began
  };

  void visit_all(std::vector<std::uint32_t> roots) {
    for (const std::uint32_t root : roots)
      if (number_[root] == 0) visit(root);
  }

  std::uint32_t begin(std::vector<activation>& calls, std::uint32_t v) {
    stack_.push_back(v);
    number_[v] = ++count_;
    activation a{v, 0, number_[v], false, false, 0};
    calls.push_back(a);
    return number_[v];
  }

  void visit(std::uint32_t root) {
    std::vector<activation> calls;
    begin(calls, root);
    while (!calls.empty()) {
      activation& a = calls.back();
      const auto& next = blocks_[a.vertex].successors;
      if (a.next < next.size()) {
        const std::uint32_t s = next[a.next++];
        if (a.in_component) {
          if (number_[s] == 0) begin(calls, s);
        } else if (number_[s] == 0) {
          begin(calls, s);
        } else if (number_[s] <= a.head) {
          a.head = number_[s], a.loop = true;
        }
        continue;
      }
      finish(calls);
    }
  }

  void finish(std::vector<activation>& calls) {
    activation a = calls.back();
    if (a.in_component) {
      order_.push_back(a.vertex);
      calls.pop_back();
      // A component is closed: its head is visible to the caller as done.
      return;
    }
    if (a.head == number_[a.vertex]) {
      number_[a.vertex] = done;
      std::uint32_t element = stack_.back();
      stack_.pop_back();
      if (a.loop) {
        while (element != a.vertex) {
          number_[element] = 0;
          element = stack_.back();
          stack_.pop_back();
        }
        calls.back().in_component = true;
        calls.back().next = 0;
        return;
      }
      order_.push_back(a.vertex);
    }
    const std::uint32_t head = a.head;
    calls.pop_back();
    if (calls.empty()) return;
    activation& parent = calls.back();
    if (!parent.in_component && head <= parent.head) parent.head = head, parent.loop = true;
  }

  const std::vector<basic_block>& blocks_;
  std::vector<std::uint32_t> number_, stack_, order_;
  std::uint32_t count_ = 0;
};

} // namespace

void find_blocks(program& p, function_code& code) {
  std::vector<bool> leader(code.count, false);
  leader[0] = true;
  for (std::uint32_t k = 0; k < code.count; ++k) {
    const op& o = p.ops[code.first + k];
    if (ends_block(o.flow) && k + 1 < code.count) leader[k + 1] = true;
    if (o.flow == control::barrier || o.flow == control::warp_sync) leader[k] = true;
    for (const std::uint32_t t : targets_of(p, o)) leader[t - code.first] = true;
  }
  for (std::uint32_t k = 0; k < code.count; ++k) {
    if (leader[k]) {
      basic_block b;
      b.first = code.first + k;
      code.blocks.push_back(b);
    }
    code.blocks.back().last = code.first + k;
    p.ops[code.first + k].block = static_cast<std::uint32_t>(code.blocks.size() - 1);
  }
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    const op& last = p.ops[code.blocks[b].last];
    for (const std::uint32_t t : targets_of(p, last)) code.blocks[b].successors.push_back(p.ops[t].block);
    if (falls_through(last) && b + 1 < code.blocks.size()) code.blocks[b].successors.push_back(b + 1);
  }
  const std::vector<std::uint32_t> order = topological_order(code.blocks).run();
  for (std::uint32_t k = 0; k < order.size(); ++k) code.blocks[order[k]].order = k;
}

} // namespace fpcheck::exec
