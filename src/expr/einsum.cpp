#include "einsum.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace fpcheck::expr {
namespace {

/// An operand with one letter an axis.
struct labelled {
  node_id node{};
  std::string letters;
};

struct subscripts {
  std::vector<std::string> inputs;
  std::string output;
};

std::size_t count(const std::string& s, char c) { return static_cast<std::size_t>(std::count(s.begin(), s.end(), c)); }
bool has(const std::string& s, char c) { return s.find(c) != std::string::npos; }

result<subscripts> split(const std::string& given) {
  std::string text;
  for (const char c : given)
    if (c != ' ') text += c;
  const std::size_t arrow = text.find("->");
  subscripts out;
  std::string left = text.substr(0, arrow);
  for (std::size_t start = 0;;) {
    const std::size_t comma = left.find(',', start);
    out.inputs.push_back(left.substr(start, comma == std::string::npos ? comma : comma - start));
    if (comma == std::string::npos) break;
    start = comma + 1;
  }
  std::string letters;
  for (const std::string& i : out.inputs) letters += i;
  for (const char c : letters)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return fail("einsum subscripts are letters, not '" + std::string(1, c) + "'");
  if (arrow != std::string::npos) {
    out.output = text.substr(arrow + 2);
  } else {
    // Without an arrow: the letters that appear once, in alphabetical order.
    std::sort(letters.begin(), letters.end());
    for (const char c : letters)
      if (count(letters, c) == 1) out.output += c;
  }
  for (const char c : out.output)
    if (!has(letters, c) || count(out.output, c) != 1) return fail("einsum output letter '" + std::string(1, c) + "' must appear in an input, and once in the output");
  return out;
}

node_id permuted(graph& g, const labelled& x, const std::string& order) {
  std::vector<std::int64_t> p;
  for (const char c : order) p.push_back(static_cast<std::int64_t>(x.letters.find(c)));
  return g.transpose(x.node, std::move(p));
}

/// Repeated letters become a diagonal.
void take_diagonals(graph& g, labelled& x) {
  for (std::size_t i = 0; i < x.letters.size(); ++i) {
    const char c = x.letters[i];
    while (count(x.letters, c) > 1) {
      std::vector<std::int64_t> order;
      std::string rest;
      std::vector<std::int64_t> twice;
      for (std::size_t k = 0; k < x.letters.size(); ++k) {
        if (x.letters[k] == c && twice.size() < 2) {
          twice.push_back(static_cast<std::int64_t>(k));
        } else {
          order.push_back(static_cast<std::int64_t>(k));
          rest += x.letters[k];
        }
      }
      order.insert(order.end(), twice.begin(), twice.end());
      x.node = g.diagonal(g.transpose(x.node, std::move(order)));
      x.letters = rest + c;
      i = 0;
    }
  }
}

/// Sums over the letters that neither `others` nor the output need.
void sum_out(graph& g, labelled& x, const std::string& needed) {
  std::vector<std::int64_t> axes;
  std::string rest;
  for (std::size_t i = 0; i < x.letters.size(); ++i) {
    if (has(needed, x.letters[i])) {
      rest += x.letters[i];
    } else {
      axes.push_back(static_cast<std::int64_t>(i));
    }
  }
  if (axes.empty()) return;
  x.node = g.reduce(operation::sum, x.node, axes);
  x.letters = rest;
}

shape dims_of(const graph& g, const labelled& x, const std::string& letters) {
  shape out;
  for (const char c : letters) out.push_back(g.shape_of(x.node)[x.letters.find(c)]);
  return out;
}

dimension product(const shape& s) { return s.size() == 1 ? s[0] : dimension{element_count(s), ""}; }

labelled contract(graph& g, const labelled& a, const labelled& b, const std::string& needed) {
  std::string batch, rows, inner, columns;
  for (const char c : a.letters) (has(b.letters, c) ? (has(needed, c) ? batch : inner) : rows) += c;
  for (const char c : b.letters)
    if (!has(a.letters, c)) columns += c;
  const dimension m = product(dims_of(g, a, rows)), k = product(dims_of(g, a, inner)), n = product(dims_of(g, b, columns));
  shape out = dims_of(g, a, batch);
  const dimension t = product(out);
  const node_id left = g.reshape(permuted(g, a, batch + rows + inner), batch.empty() ? shape{m, k} : shape{t, m, k});
  const node_id right = g.reshape(permuted(g, b, batch + inner + columns), batch.empty() ? shape{k, n} : shape{t, k, n});
  for (const dimension& d : dims_of(g, a, rows)) out.push_back(d);
  for (const dimension& d : dims_of(g, b, columns)) out.push_back(d);
  return {g.reshape(g.matmul(left, right), out), batch + rows + columns};
}

} // namespace

result<node_id> make_einsum(graph& g, const std::string& text, std::span<const node_id> operands) {
  auto s = split(text);
  if (!s) return tl::unexpected<diagnostic>(std::move(s.error()));
  if (s->inputs.size() != operands.size()) return fail("einsum '" + text + "' names " + std::to_string(s->inputs.size()) + " operands, " + std::to_string(operands.size()) + " are given");
  std::map<char, std::int64_t> size;
  std::vector<labelled> list;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (s->inputs[i].size() != g.rank(operands[i])) return fail("einsum operand '" + s->inputs[i] + "' has the shape " + expr::text(g.shape_of(operands[i])));
    for (std::size_t k = 0; k < s->inputs[i].size(); ++k) {
      const auto [at, fresh] = size.emplace(s->inputs[i][k], g.extent(operands[i], k));
      if (!fresh && at->second != g.extent(operands[i], k)) return fail("einsum letter '" + std::string(1, s->inputs[i][k]) + "' has two extents");
    }
    list.push_back({operands[i], s->inputs[i]});
    take_diagonals(g, list.back());
  }
  const auto needed = [&](std::size_t from) {
    std::string out = s->output;
    for (std::size_t i = from; i < list.size(); ++i) out += list[i].letters;
    return out;
  };
  labelled sofar = list[0];
  sum_out(g, sofar, needed(1));
  for (std::size_t i = 1; i < list.size(); ++i) {
    sum_out(g, list[i], needed(i + 1) + sofar.letters);
    sofar = contract(g, sofar, list[i], needed(i + 1));
  }
  return permuted(g, sofar, s->output);
}

} // namespace fpcheck::expr
