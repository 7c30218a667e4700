// Functions that order elements, choose them by an index, or repeat them, and the scan.
#include "elaborator.hpp"

#include <algorithm>

namespace fpcheck::expr {
namespace {

using arguments = const call_arguments&;

std::size_t chosen_axis(elaborator& e, arguments a, std::size_t slot, node_id x) {
  return static_cast<std::size_t>(e.axis(e.integer(a, slot), e.nodes.rank(x)));
}

/// (x, axis)
template <operation O>
value along(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, printed_name(O))) return e.wrap(x);
  const auto axis = static_cast<std::int64_t>(chosen_axis(e, a, 1, x));
  return e.failed() ? e.wrap(x) : e.wrap(e.nodes.along(O, x, {axis}));
}

/// (x, axis, descending)
template <operation O>
value ordered(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, printed_name(O))) return e.wrap(x);
  const auto axis = static_cast<std::int64_t>(chosen_axis(e, a, 1, x));
  const bool descending = e.integer(a, 2) != 0;
  if (e.failed()) return e.wrap(x);
  if (!descending) return e.wrap(e.nodes.along(O, x, {axis}));
  const node_id turned = e.nodes.along(O, e.nodes.neg(x), {axis});
  return e.wrap(O == operation::sort ? e.nodes.neg(turned) : turned); // equal elements keep their order
}

node_id part(graph& g, node_id x, std::size_t axis, std::int64_t start, std::int64_t stop) {
  std::vector<std::int64_t> slice;
  for (const dimension& d : g.shape_of(x)) slice.insert(slice.end(), {0, d.size, 1});
  slice[3 * axis] = start, slice[3 * axis + 1] = stop;
  return g.slice(x, std::move(slice));
}

/// (x, k, axis): the k largest, the largest first.
value topk(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, "topk")) return e.wrap(x);
  const std::size_t axis = chosen_axis(e, a, 2, x);
  const std::int64_t k = e.integer(a, 1);
  if (e.failed()) return e.wrap(x);
  if (k < 1 || k > e.nodes.extent(x, axis)) return e.error("topk takes 1 to " + std::to_string(e.nodes.extent(x, axis)) + " elements here");
  const node_id sorted = e.nodes.along(operation::sort, e.nodes.neg(x), {static_cast<std::int64_t>(axis)});
  return e.wrap(e.nodes.neg(part(e.nodes, sorted, axis, 0, k)));
}

/// (x, axis, keepdims): of an even number the mean of the two in the middle, as numpy.
value median(elaborator& e, arguments a) {
  node_id x = e.tensor(a, 0);
  const auto axes = e.axes(a, 1, x);
  const bool keep = e.integer(a, 2) != 0;
  if (e.failed() || axes.empty()) return e.wrap(x);
  const shape from = e.nodes.shape_of(x);
  std::vector<std::int64_t> order;
  shape kept = from, dropped, flat;
  std::int64_t n = 1;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) != axes.end()) continue;
    order.push_back(static_cast<std::int64_t>(i));
    dropped.push_back(from[i]);
  }
  for (const std::int64_t i : axes) order.push_back(i), n *= from[static_cast<std::size_t>(i)].size, kept[static_cast<std::size_t>(i)] = {1, ""};
  if (n < 1) return e.error("the median of no elements is undefined");
  flat = dropped;
  flat.push_back({n, ""});
  x = e.nodes.along(operation::sort, e.nodes.reshape(e.nodes.transpose(x, std::move(order)), flat), {static_cast<std::int64_t>(dropped.size())});
  const std::size_t last = dropped.size();
  node_id middle = part(e.nodes, x, last, n / 2, n / 2 + 1);
  if (n % 2 == 0) middle = e.nodes.mul(e.nodes.constant("0.5"), e.nodes.add(part(e.nodes, x, last, n / 2 - 1, n / 2), middle));
  return e.wrap(e.nodes.reshape(middle, keep ? kept : dropped));
}

/// The other extents of x and ids, broadcast against each other. False, with an error: they do not fit.
bool fit_along(elaborator& e, node_id& x, node_id& ids, std::size_t axis, std::string_view what) {
  shape sx = e.nodes.shape_of(x), si = e.nodes.shape_of(ids);
  if (sx.size() != si.size()) return e.error(std::string(what) + " needs indices with as many axes as the tensor: " + text(sx) + " and " + text(si)), false;
  const dimension from = std::exchange(sx[axis], {1, ""}), to = std::exchange(si[axis], {1, ""});
  auto both = broadcast_shapes(sx, si);
  if (!both) return e.error(std::string(what) + ": extents " + text(e.nodes.shape_of(x)) + " and " + text(e.nodes.shape_of(ids)) + " do not fit beside axis " + std::to_string(axis)), false;
  (*both)[axis] = from;
  x = e.nodes.broadcast(x, *both);
  (*both)[axis] = to;
  ids = e.nodes.broadcast(ids, *both);
  return true;
}

/// (x, ids, axis)
value take_along_axis(elaborator& e, arguments a) {
  node_id x = e.tensor(a, 0), ids = e.tensor(a, 1);
  if (!e.need_rank(x, 1, "take_along_axis")) return e.wrap(x);
  const std::size_t axis = chosen_axis(e, a, 2, x);
  if (e.failed() || !fit_along(e, x, ids, axis, "take_along_axis")) return e.wrap(x);
  return e.wrap(e.nodes.take_along(x, ids, static_cast<std::int64_t>(axis)));
}

/// (values, ids, axis, size)
value scatter_along_axis(elaborator& e, arguments a) {
  node_id values = e.tensor(a, 0), ids = e.tensor(a, 1);
  if (!e.need_rank(values, 1, "scatter_along_axis")) return e.wrap(values);
  const std::size_t axis = chosen_axis(e, a, 2, values);
  const std::int64_t size = e.integer(a, 3);
  if (e.failed()) return e.wrap(values);
  if (size < 0 || !same_sizes(e.nodes.shape_of(values), e.nodes.shape_of(ids))) return e.error("scatter_along_axis needs one index for each value, and a size");
  return e.wrap(e.nodes.scatter_along(values, ids, static_cast<std::int64_t>(axis), {size, a.values[3].text}));
}

/// torch's index may be smaller than the tensor beside the axis: then it covers its first elements.
node_id first_elements(graph& g, node_id x, node_id ids, std::size_t axis) {
  for (std::size_t i = 0; i < g.rank(x); ++i)
    if (i != axis && g.extent(ids, i) < g.extent(x, i)) x = part(g, x, i, 0, g.extent(ids, i));
  return x;
}

/// gather(table, ids): rows; gather(x, dim, index): torch's.
value gather(elaborator& e, arguments a) {
  const node_id table = e.tensor(a, 0);
  if (!e.need_rank(table, 1, "gather")) return e.wrap(table);
  if (a.values[2].what == value::kind::none) {
    const node_id ids = e.tensor(a, 1);
    return e.failed() ? e.wrap(table) : e.wrap(e.nodes.gather(table, ids));
  }
  node_id x = table, ids = e.tensor(a, 2);
  const std::size_t axis = chosen_axis(e, a, 1, x);
  if (e.failed() || e.nodes.rank(ids) != e.nodes.rank(x)) return e.error("gather(x, dim, index) needs an index with as many axes as x");
  x = first_elements(e.nodes, x, ids, axis);
  if (!fit_along(e, x, ids, axis, "gather")) return e.wrap(x);
  return e.wrap(e.nodes.take_along(x, ids, static_cast<std::int64_t>(axis)));
}

/// `values` at `ids` along the axis, in zeros of the shape of x.
node_id scattered(graph& g, node_id x, node_id values, node_id ids, std::size_t axis) {
  node_id out = g.scatter_along(values, ids, static_cast<std::int64_t>(axis), g.shape_of(x)[axis]);
  if (same_sizes(g.shape_of(out), g.shape_of(x))) return out;
  std::vector<std::int64_t> corner;
  for (std::size_t i = 0; i < g.rank(x); ++i) corner.insert(corner.end(), {0, g.extent(out, i), 1});
  return g.unslice(out, std::move(corner), g.shape_of(x));
}

/// (x, dim, index, src) with src a tensor of the index's shape, or a number.
std::optional<node_id> source_of(elaborator& e, arguments a, node_id x, node_id ids, std::size_t slot, std::string_view what) {
  if (e.failed() || e.nodes.rank(ids) != e.nodes.rank(x)) return e.error(std::string(what) + " needs an index with as many axes as x"), std::nullopt;
  const node_id src = e.tensor(a, slot);
  const shape to = e.nodes.shape_of(ids);
  const auto both = e.failed() ? std::nullopt : broadcast_shapes(e.nodes.shape_of(src), to);
  if (!both || !same_sizes(*both, to)) return e.error(std::string(what) + " needs a source of the shape of the index, " + text(to)), std::nullopt;
  return e.nodes.broadcast(src, to);
}

/// scatter_add(values, ids, rows): rows; scatter_add(x, dim, index, src): torch's.
value scatter_add(elaborator& e, arguments a) {
  const node_id values = e.tensor(a, 0);
  if (a.values[3].what != value::kind::none) {
    const std::size_t axis = chosen_axis(e, a, 1, values);
    const node_id ids = e.tensor(a, 2);
    const auto src = source_of(e, a, values, ids, 3, "scatter_add");
    return src ? e.wrap(e.nodes.add(values, scattered(e.nodes, values, *src, ids, axis))) : e.wrap(values);
  }
  const node_id ids = e.tensor(a, 1);
  const std::int64_t rows = e.integer(a, 2);
  if (!e.need_rank(values, e.nodes.rank(ids), "scatter_add")) return e.wrap(values);
  const shape &v = e.nodes.shape_of(values), &i = e.nodes.shape_of(ids);
  if (!same_sizes(shape(v.begin(), v.begin() + static_cast<long>(i.size())), i)) return e.error("scatter_add needs one row of values an id");
  return e.wrap(e.nodes.scatter_add(values, ids, {rows, a.values[2].text}));
}

/// scatter(x, dim, index, src): an element that two indices name is NaN, since nothing says which comes last.
value scatter(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, "scatter")) return e.wrap(x);
  const std::size_t axis = chosen_axis(e, a, 1, x);
  const node_id ids = e.tensor(a, 2);
  const auto src = source_of(e, a, x, ids, 3, "scatter");
  if (!src) return e.wrap(x);
  const node_id written = scattered(e.nodes, x, *src, ids, axis), hits = scattered(e.nodes, x, e.nodes.full(e.nodes.shape_of(ids), "1"), ids, axis);
  return e.inline_text("where(hits > 1, nan, where(hits > 0, written, x))", {{"x", e.wrap(x)}, {"hits", e.wrap(hits)}, {"written", e.wrap(written)}});
}

/// Each extent times its count, the repetitions outside (tile) or inside (repeat) of the elements.
node_id repeated(graph& g, node_id x, const std::vector<std::int64_t>& counts, bool inside) {
  shape apart, wide, out;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const dimension d = g.shape_of(x)[i], count{counts[i], ""};
    apart.push_back(inside ? d : dimension{1, ""}), apart.push_back(inside ? dimension{1, ""} : d);
    wide.push_back(inside ? d : count), wide.push_back(inside ? count : d);
    out.push_back(counts[i] == 1 ? d : dimension{element_count({d, count}), ""});
  }
  return g.reshape(g.broadcast(g.reshape(x, apart), wide), out);
}

/// (x, n, axis): each element n times; without an axis of the flattened tensor, as numpy.
value repeat(elaborator& e, arguments a) {
  node_id x = e.tensor(a, 0);
  if (a.values[1].what == value::kind::list) return e.error("repeat takes one count", "torch's repeat(counts) is tile(x, counts)");
  const std::int64_t n = e.integer(a, 1);
  if (e.failed()) return e.wrap(x);
  if (n < 0) return e.error("a count is not negative");
  const bool flat = a.values[2].what == value::kind::none;
  if (flat) x = e.nodes.reshape(x, {{element_count(e.nodes.shape_of(x)), ""}});
  const std::size_t axis = flat ? 0 : chosen_axis(e, a, 2, x);
  if (e.failed()) return e.wrap(x);
  std::vector<std::int64_t> counts(e.nodes.rank(x), 1);
  counts[axis] = n;
  return e.wrap(repeated(e.nodes, x, counts, true));
}

/// (x, counts): the whole tensor beside itself.
value tile(elaborator& e, arguments a) {
  node_id x = e.tensor(a, 0);
  std::vector<std::int64_t> counts;
  for (const dimension& d : e.extents(a.values[1])) counts.push_back(d.size);
  if (e.failed()) return e.wrap(x);
  if (std::any_of(counts.begin(), counts.end(), [](std::int64_t c) { return c < 0; })) return e.error("a count is not negative");
  shape dims = e.nodes.shape_of(x);
  while (dims.size() < counts.size()) dims.insert(dims.begin(), {1, ""});
  while (counts.size() < dims.size()) counts.insert(counts.begin(), 1);
  return e.wrap(repeated(e.nodes, e.nodes.reshape(x, dims), counts, false));
}

constexpr std::int64_t most_steps = 512;

/// scan('a * h + b', h=0, a=A, b=B, axis=-1): the first name is the state and its start, the others are sequences along the
/// axis; one step after another, so that the bound is that of as many roundings.
value scan(elaborator& e, arguments a) {
  const std::string step = e.word(a, 0);
  if (e.failed()) return e.wrap_integer(0);
  if (a.open.size() < 2) return e.error("scan needs a state and a sequence", "scan('a * h + b', h=0, a=A, b=B): the first name is the state, with its start");
  const std::int64_t given = e.integer(a, 1);
  std::optional<std::int64_t> steps;
  shape each; // what the sequences have beside the axis
  for (std::size_t i = 0; i < a.open.size(); ++i) {
    const auto& [name, v] = a.open[i];
    if (v.what != value::kind::tensor) return e.error("'" + name + "' of scan must be a tensor");
    if (i == 0) continue;
    if (!e.need_rank(v.node, 1, "scan")) return e.wrap(v.node);
    const auto axis = static_cast<std::size_t>(e.axis(given, e.nodes.rank(v.node)));
    if (e.failed()) return e.wrap(v.node);
    const std::int64_t n = e.nodes.extent(v.node, axis);
    if (steps && *steps != n) return e.error("the sequences of scan differ in length: " + std::to_string(*steps) + " and " + std::to_string(n));
    steps = n;
  }
  if (*steps < 1 || *steps > most_steps) return e.error("scan takes 1 to " + std::to_string(most_steps) + " steps, not " + std::to_string(*steps));
  value state = a.open[0].second;
  std::vector<node_id> states;
  for (std::int64_t k = 0; k < *steps; ++k) {
    std::vector<std::pair<std::string, value>> bound{{a.open[0].first, state}};
    for (std::size_t i = 1; i < a.open.size(); ++i) {
      const node_id x = a.open[i].second.node;
      const auto axis = static_cast<std::size_t>(e.axis(given, e.nodes.rank(x)));
      shape dims = e.nodes.shape_of(x);
      dims.erase(dims.begin() + static_cast<long>(axis));
      bound.emplace_back(a.open[i].first, e.wrap(e.nodes.reshape(part(e.nodes, x, axis, k, k + 1), dims)));
    }
    state = e.as_tensor(e.inline_text(step, bound));
    if (e.failed()) return state;
    if (state.what != value::kind::tensor || (!states.empty() && !same_sizes(e.nodes.shape_of(state.node), e.nodes.shape_of(states[0])))) return e.error("a step of scan changes the shape of the state");
    states.push_back(state.node);
  }
  const shape one = e.nodes.shape_of(states[0]);
  const std::int64_t axis = e.axis(given, one.size() + 1);
  if (e.failed()) return state;
  shape dims = one;
  dims.insert(dims.begin() + axis, {1, ""});
  for (node_id& s : states) s = e.nodes.reshape(s, dims);
  return e.wrap(e.nodes.concat(std::move(states), axis));
}

value svdvals(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 2, "svdvals")) return e.wrap(x);
  const shape& s = e.nodes.shape_of(x);
  if (s.size() != 2) return e.error("svdvals takes one matrix");
  const std::int64_t least = std::min(s[0].size, s[1].size);
  // The eigenvalues of [[0, X], [X^T, 0]] are the singular values, their negatives, and zeros.
  const value out = e.inline_text("let m = concat((concat((zeros((size(x, 0), size(x, 0))), x), 1), concat((x.T, zeros((size(x, 1), size(x, 1)))), 1)), 0); "
                                  "flip(eigvalsh(m))[:" + std::to_string(least) + "]", {{"x", e.wrap(x)}});
  return e.failed() ? out : e.wrap(e.nodes.composite("svdvals", {x}, "", out.node));
}

value expm(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  return e.need_square(x, "expm") ? e.wrap(e.nodes.expm(x)) : e.wrap(x);
}

value eigvalsh(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  return e.need_square(x, "eigvalsh") ? e.wrap(e.nodes.eigvalsh(x)) : e.wrap(x);
}

value eigen_compose(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0), w = e.tensor(a, 1);
  if (!e.need_square(x, "eigen_compose")) return e.wrap(x);
  const shape& s = e.nodes.shape_of(x);
  if (!same_sizes(e.nodes.shape_of(w), shape(s.begin(), s.end() - 1))) return e.error("eigen_compose needs one weight for each eigenvalue");
  return e.wrap(e.nodes.eigen_compose(x, w));
}

value eigen_diagonal(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0), u = e.tensor(a, 1);
  if (!e.need_square(x, "eigen_diagonal")) return e.wrap(x);
  if (!same_sizes(e.nodes.shape_of(x), e.nodes.shape_of(u))) return e.error("eigen_diagonal needs two matrices of one size");
  return e.wrap(e.nodes.eigen_diagonal(x, u));
}

value polygamma(elaborator& e, arguments a) {
  const std::int64_t order = e.integer(a, 0);
  const node_id x = e.tensor(a, 1);
  if (e.failed()) return e.wrap(x);
  return order < 0 || order > 32 ? e.error("the order of polygamma is 0 to 32") : e.wrap(e.nodes.polygamma(order, x));
}

value digamma(elaborator& e, arguments a) { return e.wrap(e.nodes.polygamma(0, e.tensor(a, 0))); }
value matmul(elaborator& e, arguments a) { return e.infix("@", a.values[0], a.values[1]); }

} // namespace

std::vector<builtin> selections() {
  return {
      {"sort(x, axis=-1, descending=0)", ordered<operation::sort>}, {"argsort(x, axis=-1, descending=0)", ordered<operation::argsort>},
      {"topk(x, k, axis=-1)", topk}, {"median(x, axis=None, keepdims=0)", median},
      {"cummax(x, axis=-1)", along<operation::cummax>}, {"cumargmax(x, axis=-1)", along<operation::cumargmax>},
      {"take_along_axis(x, ids, axis=-1)", take_along_axis}, {"scatter_along_axis(values, ids, axis, size)", scatter_along_axis},
      {"gather(table, ids, index=None)", gather}, {"scatter_add(values, ids, rows, src=None)", scatter_add}, {"scatter(x, axis, index, src)", scatter},
      {"repeat(x, n, axis=None)", repeat}, {"tile(x, counts)", tile}, {"scan(step, axis=-1, ...)", scan},
      {"svdvals(x)", svdvals}, {"eigvalsh(x)", eigvalsh}, {"expm(x)", expm},
      {"eigen_compose(x, weights)", eigen_compose}, {"eigen_diagonal(x, inner)", eigen_diagonal},
      {"polygamma(n, x)", polygamma}, {"digamma(x)", digamma}, {"matmul(a, b)", matmul},
  };
}

} // namespace fpcheck::expr
