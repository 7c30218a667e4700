#include "elaborator.hpp"
#include "einsum.hpp"

#include <fpcheck/expr/differentiate.hpp>

#include <algorithm>
#include <numeric>

namespace fpcheck::expr {

node_id elaborator::tensor(const call_arguments& a, std::size_t i) {
  const value v = as_tensor(a.values[i]);
  if (v.what == value::kind::tensor) return v.node;
  return error("argument " + std::to_string(i + 1) + " must be a tensor").node;
}

std::int64_t elaborator::integer(const call_arguments& a, std::size_t i) {
  if (a.values[i].integer) return *a.values[i].integer;
  error("argument " + std::to_string(i + 1) + " must be an integer known beforehand");
  return 1;
}

std::string elaborator::word(const call_arguments& a, std::size_t i) {
  if (a.values[i].what == value::kind::string) return a.values[i].text;
  error("argument " + std::to_string(i + 1) + " must be a word in quotes");
  return {};
}

std::int64_t elaborator::axis(std::int64_t given, std::size_t rank) {
  const auto r = static_cast<std::int64_t>(rank);
  if (given < -r || given >= r) {
    error("axis " + std::to_string(given) + " does not exist in a tensor of " + std::to_string(rank) + " axes");
    return 0;
  }
  return given < 0 ? given + r : given;
}

std::vector<std::int64_t> elaborator::axes(const call_arguments& a, std::size_t i, node_id x) {
  const value& v = a.values[i];
  std::vector<std::int64_t> out;
  if (v.what == value::kind::none) {
    out.resize(nodes.rank(x));
    std::iota(out.begin(), out.end(), 0);
  } else if (v.integer) {
    out.push_back(axis(*v.integer, nodes.rank(x)));
  } else if (v.what == value::kind::list) {
    for (const value& item : v.items) out.push_back(axis(item.integer.value_or(0), nodes.rank(x)));
  } else {
    error("an axis is an integer or a list of integers");
  }
  std::sort(out.begin(), out.end());
  if (std::adjacent_find(out.begin(), out.end()) != out.end()) error("an axis is named twice");
  return failed() ? std::vector<std::int64_t>{} : out;
}

shape elaborator::extents(const value& v) {
  shape out;
  const auto put = [&](const value& item) {
    if (!item.integer || *item.integer < -1) error("a shape is a list of integers");
    out.push_back({item.integer.value_or(1), item.text});
  };
  if (v.what == value::kind::list) {
    for (const value& item : v.items) put(item);
  } else {
    put(v);
  }
  return out;
}

shape elaborator::made_extents(const value& v) {
  shape out = extents(v);
  for (const dimension& d : out)
    if (d.size < 0) error("an extent is " + std::to_string(d.size) + ", and none is negative");
  return failed() ? shape{} : out;
}

bool elaborator::need_rank(node_id x, std::size_t at_least, std::string_view what) {
  if (failed()) return false;
  if (nodes.rank(x) >= at_least) return true;
  error(std::string(what) + " needs at least " + std::to_string(at_least) + " axes, this is " + expr::text(nodes.shape_of(x)));
  return false;
}

bool elaborator::need_square(node_id x, std::string_view what) {
  if (!need_rank(x, 2, what)) return false;
  const shape& s = nodes.shape_of(x);
  if (s[s.size() - 1].size == s[s.size() - 2].size) return true;
  error(std::string(what) + " needs a square matrix, this is " + expr::text(s));
  return false;
}

namespace {

using arguments = const call_arguments&;

template <operation O>
value elementwise(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  return e.wrap(e.nodes.unary(O, x));
}

template <operation O>
value pairwise(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0), y = e.tensor(a, 1);
  if (!broadcast_shapes(e.nodes.shape_of(x), e.nodes.shape_of(y)))
    return e.error("shapes " + text(e.nodes.shape_of(x)) + " and " + text(e.nodes.shape_of(y)) + " do not broadcast");
  return e.wrap(e.nodes.binary(O, x, y));
}

/// max and min of two, as C and torch write them: what stands for the axis is a tensor or no integer.
bool is_of_two(arguments a) { return a.values[1].what != value::kind::none && a.values[1].what != value::kind::list && !a.values[1].integer; }

/// (x, axis, keepdims)
template <operation O>
value reduction(elaborator& e, arguments a) {
  if constexpr (O == operation::max || O == operation::min)
    if (is_of_two(a)) return pairwise<O == operation::max ? operation::maximum : operation::minimum>(e, a);
  const node_id x = e.tensor(a, 0);
  const auto axes = e.axes(a, 1, x);
  const bool keep = e.integer(a, 2) != 0;
  if (e.failed()) return e.wrap(x);
  return e.wrap(keep ? e.nodes.reduce_keeping(O, x, axes) : e.nodes.reduce(O, x, axes));
}

/// (x, axis)
template <operation O>
value normalisation(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const auto axes = e.axes(a, 1, x);
  if (!e.need_rank(x, 1, printed_name(O))) return e.wrap(x);
  return e.wrap(e.nodes.along(O, x, axes));
}

value argmax(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const auto axes = e.axes(a, 1, x);
  if (e.failed()) return e.wrap(x);
  if (axes.size() != 1) return e.error("argmax needs one axis");
  return e.wrap(e.nodes.reduce(operation::argmax, x, axes));
}

template <operation O>
value of_square(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_square(x, printed_name(O))) return e.wrap(x);
  if constexpr (O == operation::inv) return e.wrap(e.nodes.inv(x));
  if constexpr (O == operation::det) return e.wrap(e.nodes.det(x));
  if constexpr (O == operation::logdet) return e.wrap(e.nodes.logdet(x));
  if constexpr (O == operation::cholesky) return e.wrap(e.nodes.cholesky(x));
  if constexpr (O == operation::diagonal) return e.wrap(e.nodes.diagonal(x));
}

value solve(elaborator& e, arguments a) {
  const node_id m = e.tensor(a, 0);
  node_id b = e.tensor(a, 1);
  if (!e.need_square(m, "solve") || !e.need_rank(b, 1, "solve")) return e.wrap(b);
  const shape given = e.nodes.shape_of(b);
  const bool vector = given.size() == 1;
  if (vector) b = e.nodes.reshape(b, {given[0], {1, ""}});
  const shape &sa = e.nodes.shape_of(m), &sb = e.nodes.shape_of(b);
  if (sa.size() != sb.size() || sa.back().size != sb[sb.size() - 2].size)
    return e.error("cannot solve " + text(sa) + " against " + text(given));
  return e.wrap(e.nodes.reshape(e.nodes.solve(m, b), vector ? given : e.nodes.shape_of(b)));
}

value diag(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, "diag")) return e.wrap(x);
  if (e.nodes.rank(x) == 1) return e.wrap(e.nodes.diag(x));
  return of_square<operation::diagonal>(e, a);
}

value size(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  std::int64_t n = 1;
  for (const std::int64_t i : e.axes(a, 1, x))
    if (__builtin_mul_overflow(n, e.nodes.extent(x, static_cast<std::size_t>(i)), &n)) return e.error("the tensor has more elements than there are integers");
  return e.wrap_integer(n);
}

/// The one extent that argument 0 gives.
dimension extent_of(elaborator& e, arguments a) {
  const std::int64_t n = e.integer(a, 0);
  if (n >= 0) return {n, a.values[0].text};
  e.error("an extent is " + std::to_string(n) + ", and none is negative");
  return {0, ""};
}
value arange(elaborator& e, arguments a) { return e.wrap(e.nodes.arange(extent_of(e, a))); }

/// The index of each element along an axis, in a shape that broadcasts with the tensor.
value index(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const std::int64_t axis = e.axis(e.integer(a, 1), e.nodes.rank(x));
  if (e.failed()) return e.wrap(x);
  shape dims(e.nodes.rank(x), dimension{1, ""});
  const dimension d = e.nodes.shape_of(x)[static_cast<std::size_t>(axis)];
  dims[static_cast<std::size_t>(axis)] = d;
  return e.wrap(e.nodes.reshape(e.nodes.arange(d), dims));
}

value eye(elaborator& e, arguments a) { return e.wrap(e.nodes.identity(extent_of(e, a))); }
value zeros(elaborator& e, arguments a) { return e.wrap(e.nodes.full(e.made_extents(a.values[0]), "0")); }
value ones(elaborator& e, arguments a) { return e.wrap(e.nodes.full(e.made_extents(a.values[0]), "1")); }

value reshape(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  shape to = e.extents(a.values[1]);
  std::int64_t known = 1, open = 0;
  for (const dimension& d : to)
    if (d.size == -1) ++open;
    else if (__builtin_mul_overflow(known, d.size, &known)) return e.error("cannot reshape to " + text(to));
  if (e.failed()) return e.wrap(x);
  const std::int64_t count = element_count(e.nodes.shape_of(x));
  if (open == 1 && known > 0 && count % known == 0)
    for (dimension& d : to)
      if (d.size == -1) d.size = count / known;
  if (open > 1 || element_count(to) != count) return e.error("cannot reshape " + text(e.nodes.shape_of(x)) + " to " + text(to));
  return e.wrap(e.nodes.reshape(x, std::move(to)));
}

value broadcast_to(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const shape to = e.made_extents(a.values[1]);
  const auto both = broadcast_shapes(e.nodes.shape_of(x), to);
  if (!both || !same_sizes(*both, to)) return e.error("cannot broadcast " + text(e.nodes.shape_of(x)) + " to " + text(to));
  return e.wrap(e.nodes.broadcast(x, to));
}

value transpose(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (a.values[1].what == value::kind::none) return e.wrap(e.nodes.transpose(x));
  std::vector<std::int64_t> p;
  for (const value& v : a.values[1].items) p.push_back(e.axis(v.integer.value_or(0), e.nodes.rank(x)));
  auto sorted = p;
  std::sort(sorted.begin(), sorted.end());
  if (p.size() != e.nodes.rank(x) || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return e.error("the axes of transpose must be a permutation of all axes");
  return e.wrap(e.nodes.transpose(x, std::move(p)));
}

std::vector<node_id> parts(elaborator& e, const value& v) {
  std::vector<node_id> out;
  for (const value& item : v.items) {
    const value x = e.as_tensor(item);
    if (x.what != value::kind::tensor) e.error("a list of tensors is wanted");
    out.push_back(x.node);
  }
  if (out.empty()) e.error("a list of at least one tensor is wanted");
  return out;
}

value concat(elaborator& e, arguments a) {
  auto list = parts(e, a.values[0]);
  if (e.failed()) return e.wrap_integer(0);
  const std::int64_t axis = e.axis(e.integer(a, 1), e.nodes.rank(list[0]));
  for (const node_id p : list) {
    shape s = e.nodes.shape_of(p), t = e.nodes.shape_of(list[0]);
    if (e.failed() || s.size() != t.size()) return e.error("the parts of concat differ in their number of axes");
    s[static_cast<std::size_t>(axis)] = t[static_cast<std::size_t>(axis)];
    if (!same_sizes(s, t)) return e.error("the parts of concat differ in another axis than " + std::to_string(axis));
  }
  return e.wrap(e.nodes.concat(std::move(list), axis));
}

value stack(elaborator& e, arguments a) {
  auto list = parts(e, a.values[0]);
  if (e.failed()) return e.wrap_integer(0);
  const std::int64_t axis = e.axis(e.integer(a, 1), e.nodes.rank(list[0]) + 1);
  for (node_id& p : list) {
    if (e.failed() || !same_sizes(e.nodes.shape_of(p), e.nodes.shape_of(list[0]))) return e.error("the parts of stack differ in shape");
  }
  shape one = e.nodes.shape_of(list[0]);
  one.insert(one.begin() + axis, {1, ""});
  for (node_id& p : list) p = e.nodes.reshape(p, one);
  return e.wrap(e.nodes.concat(std::move(list), axis));
}

value flip(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  return e.failed() || e.nodes.rank(x) == 0 ? e.wrap(x) : e.wrap(e.nodes.flip(x, e.axis(e.integer(a, 1), e.nodes.rank(x))));
}

value step(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  return e.wrap(e.nodes.step(x, e.nodes[e.tensor(a, 1)].name));
}

/// x placed into zeros of the given shape, from `starts` in strides of `steps`: the adjoint of a slice.
value place(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const shape to = e.extents(a.values[3]);
  const std::size_t rank = e.nodes.rank(x);
  if (e.failed() || to.size() != rank || a.values[1].items.size() != rank || a.values[2].items.size() != rank) return e.error("place needs a start, a step and an extent for each axis");
  std::vector<std::int64_t> slice;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t start = a.values[1].items[i].integer.value_or(-1), by = a.values[2].items[i].integer.value_or(0), count = e.nodes.extent(x, i);
    if (start < 0 || by < 1 || (count > 0 && start + (count - 1) * by >= to[i].size)) return e.error("the tensor does not fit where it is placed");
    slice.insert(slice.end(), {start, std::min(start + count * by, to[i].size), by});
  }
  return e.wrap(e.nodes.unslice(x, std::move(slice), to));
}

value where(elaborator& e, arguments a) {
  const node_id c = e.tensor(a, 0), x = e.tensor(a, 1), y = e.tensor(a, 2);
  const auto both = broadcast_shapes(e.nodes.shape_of(c), e.nodes.shape_of(x));
  if (!both || !broadcast_shapes(*both, e.nodes.shape_of(y))) return e.error("the three shapes of where do not broadcast");
  return e.wrap(e.nodes.where(c, x, y));
}

value stop_grad(elaborator& e, arguments a) { return e.wrap(e.nodes.unary(operation::stop_grad, e.tensor(a, 0))); }
value round_to(elaborator& e, arguments a) { return e.wrap(e.nodes.cast(operation::round_to, e.tensor(a, 0), e.word(a, 1))); }

value gelu(elaborator& e, arguments a) {
  const std::string form = e.word(a, 1);
  if (form != "none" && form != "tanh") return e.error("gelu's approximate is 'none' or 'tanh'");
  return e.inline_text(form == "tanh" ? "gelu_tanh(x)" : "gelu_erf(x)", {{"x", a.values[0]}});
}

value einsum(elaborator& e, arguments a) {
  std::vector<node_id> operands;
  for (std::size_t i = 1; i < a.values.size(); ++i)
    if (a.values[i].what != value::kind::none) operands.push_back(e.tensor(a, i));
  const std::string subscripts = e.word(a, 0);
  if (e.failed()) return e.wrap_integer(0);
  auto r = make_einsum(e.nodes, subscripts, operands);
  return r ? e.wrap(*r) : e.error(r.error().message, r.error().hint);
}

/// cross_entropy(logits, labels, reduction, ignore_index, smoothing): labels are class numbers.
value cross_entropy(elaborator& e, arguments a) {
  const node_id z = e.tensor(a, 0);
  if (!e.need_rank(z, 1, "cross_entropy")) return e.wrap(z);
  const std::string reduction = e.word(a, 2);
  const bool ignoring = a.values[3].what != value::kind::none, smooth = a.values[4].integer != 0;
  std::string body = "let hot = onehot(labels, size(logits, -1)); "
                     "let picked = sum(where(hot, logits, 0), -1); let lse = logsumexp(logits, -1); ";
  body += smooth ? "let each = lse - ((1 - smoothing) * picked + smoothing * mean(logits, -1)); " : "let each = lse - picked; ";
  const std::string kept = ignoring ? "where(labels != ignore_index, each, 0)" : "each";
  if (reduction == "none") {
    body += kept;
  } else if (reduction == "sum") {
    body += "sum(" + kept + ")";
  } else if (reduction == "mean") {
    body += ignoring ? "sum(" + kept + ") / sum(labels != ignore_index)" : "mean(each)";
  } else {
    return e.error("cross_entropy's reduction is 'mean', 'sum' or 'none'");
  }
  const value out = e.inline_text(body, {{"logits", a.values[0]}, {"labels", a.values[1]}, {"ignore_index", a.values[3]}, {"smoothing", a.values[4]}});
  if (e.failed()) return out;
  std::string detail = reduction == "mean" ? "" : ", reduction='" + reduction + "'";
  if (ignoring) detail += ", ignore_index=" + std::to_string(a.values[3].integer.value_or(0));
  return e.wrap(e.nodes.composite("cross_entropy", {z, e.tensor(a, 1)}, detail + (smooth ? ", smoothing=" + e.nodes[a.values[4].node].name : ""), out.node));
}

/// rope(x, cos, sin, layout): cos and sin hold half of the last extent of x.
value rope(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 1, "rope")) return e.wrap(x);
  const std::string layout = e.word(a, 3);
  const std::int64_t d = e.nodes.shape_of(x).back().size;
  if (d % 2 != 0 || e.nodes.rank(e.tensor(a, 1)) == 0 || e.nodes.shape_of(e.tensor(a, 1)).back().size != d / 2)
    return e.error("rope needs an even last axis, and cos and sin with half of it");
  std::string body;
  if (layout == "half") {
    body = "let h = size(x, -1) // 2; let a = x[..., :h]; let b = x[..., h:]; concat((a * cos - b * sin, b * cos + a * sin), -1)";
  } else if (layout == "interleaved") {
    body = "let a = x[..., ::2]; let b = x[..., 1::2]; "
           "broadcast_to(reshape(stack((a * cos - b * sin, b * cos + a * sin), -1), extents(x)), extents(x))";
  } else {
    return e.error("rope's layout is 'half' or 'interleaved'");
  }
  const value out = e.inline_text(body, {{"x", a.values[0]}, {"cos", a.values[1]}, {"sin", a.values[2]}});
  if (e.failed()) return out;
  return e.wrap(e.nodes.composite("rope", {x, e.tensor(a, 1), e.tensor(a, 2)}, ", layout='" + layout + "'", out.node));
}

value extents_of(elaborator& e, arguments a) {
  value out{.what = value::kind::list};
  for (const dimension& d : e.nodes.shape_of(e.tensor(a, 0))) out.items.push_back(e.wrap_integer(d.size));
  return out;
}

/// attention(q, k, v, causal, scale, softcap): q of [.., H, T, d], k and v of [.., G, S, d] with G dividing H.
value attention(elaborator& e, arguments a) {
  const node_id q = e.tensor(a, 0), k = e.tensor(a, 1);
  if (!e.need_rank(q, 2, "attention") || !e.need_rank(k, 2, "attention")) return e.wrap(q);
  std::vector<std::pair<std::string, value>> bound{{"q", a.values[0]}, {"k", a.values[1]}, {"v", a.values[2]}, {"scale", a.values[4]}, {"cap", a.values[5]}};
  const shape &sq = e.nodes.shape_of(q), &sk = e.nodes.shape_of(k);
  const bool grouped = sq.size() > 2 && sk.size() == sq.size() && sq[sq.size() - 3].size != sk[sk.size() - 3].size;
  if (grouped && sq[sq.size() - 3].size % sk[sk.size() - 3].size != 0) return e.error("the number of key heads must divide that of query heads");
  std::string body;
  if (grouped) {
    bound[0].second = e.inline_text("reshape(q, heads(q, k))", {{"q", a.values[0]}, {"k", a.values[1]}});
    bound[1].second = e.inline_text("k[..., None, :, :]", {{"k", a.values[1]}});
    bound[2].second = e.inline_text("v[..., None, :, :]", {{"v", a.values[2]}});
  }
  body += a.values[4].what == value::kind::none ? "let s = q @ k.T / sqrt(size(q, -1)); " : "let s = q @ k.T * scale; ";
  if (a.values[5].what != value::kind::none) body += "let s = cap * tanh(s / cap); ";
  if (e.integer(a, 3) != 0) body += "let s = where(causal_mask(size(q, -2), size(k, -2)), s, -inf); ";
  body += "softmax(s, -1) @ v";
  value out = e.inline_text(body, bound);
  if (e.failed()) return out;
  if (grouped) {
    shape to = sq;
    to.back() = e.nodes.shape_of(e.tensor(a, 2)).back();
    out.node = e.nodes.reshape(out.node, to);
  }
  std::string detail = e.integer(a, 3) != 0 ? ", causal=1" : "";
  if (a.values[4].what != value::kind::none) detail += ", scale=" + e.nodes[a.values[4].node].name;
  if (a.values[5].what != value::kind::none) detail += ", softcap=" + e.nodes[a.values[5].node].name;
  return e.wrap(e.nodes.composite("attention", {q, k, e.tensor(a, 2)}, detail, out.node));
}

/// The extents of q with its heads split in groups of those of k.
value heads(elaborator& e, arguments a) {
  value out{.what = value::kind::list};
  const shape &q = e.nodes.shape_of(e.tensor(a, 0)), &k = e.nodes.shape_of(e.tensor(a, 1));
  for (std::size_t i = 0; i < q.size(); ++i) {
    const bool head = i + 3 == q.size();
    if (head) out.items.push_back(e.wrap_integer(k[i].size));
    out.items.push_back(e.wrap_integer(head ? q[i].size / k[i].size : q[i].size));
  }
  return out;
}

value gradient_of(elaborator& e, arguments a) {
  const node_id f = e.tensor(a, 0), x = e.tensor(a, 1);
  if (e.failed()) return e.wrap(f);
  const std::vector<node_id> wrt{x};
  auto d = gradient(e.nodes, f, wrt);
  return d ? e.wrap(d->gradients[0]) : e.error(d.error().message, d.error().hint);
}

value power_function(elaborator& e, arguments a) { return e.infix("^", a.values[0], a.values[1]); }

} // namespace

std::vector<builtin> builtins() {
  return {
      {"exp(x)", elementwise<operation::exp>}, {"exp2(x)", elementwise<operation::exp2>},
      {"expm1(x)", elementwise<operation::expm1>}, {"log(x)", elementwise<operation::log>},
      {"log2(x)", elementwise<operation::log2>}, {"log1p(x)", elementwise<operation::log1p>},
      {"sqrt(x)", elementwise<operation::sqrt>}, {"rsqrt(x)", elementwise<operation::rsqrt>},
      {"tanh(x)", elementwise<operation::tanh>}, {"sigmoid(x)", elementwise<operation::sigmoid>},
      {"softplus(x)", elementwise<operation::softplus>}, {"erf(x)", elementwise<operation::erf>}, {"erfc(x)", elementwise<operation::erfc>},
      {"sin(x)", elementwise<operation::sin>}, {"cos(x)", elementwise<operation::cos>},
      {"asin(x)", elementwise<operation::asin>}, {"acos(x)", elementwise<operation::acos>}, {"atan(x)", elementwise<operation::atan>},
      {"asinh(x)", elementwise<operation::asinh>}, {"acosh(x)", elementwise<operation::acosh>}, {"atanh(x)", elementwise<operation::atanh>},
      {"lgamma(x)", elementwise<operation::lgamma>}, {"neg(x)", elementwise<operation::neg>},
      {"abs(x)", elementwise<operation::abs>}, {"relu(x)", elementwise<operation::relu>},
      {"sign(x)", elementwise<operation::sign>}, {"floor(x)", elementwise<operation::floor>},
      {"ceil(x)", elementwise<operation::ceil>}, {"rint(x)", elementwise<operation::rint>},
      {"trunc(x)", elementwise<operation::trunc>}, {"round_half_away(x)", elementwise<operation::round_half_away>},
      {"isnan(x)", elementwise<operation::isnan>}, {"isinf(x)", elementwise<operation::isinf>},
      {"atan2(y, x)", pairwise<operation::atan2>}, {"hypot(a, b)", pairwise<operation::hypot>},
      {"maximum(a, b)", pairwise<operation::maximum>}, {"minimum(a, b)", pairwise<operation::minimum>},
      {"pow(x, p)", power_function},
      {"sum(x, axis=None, keepdims=0)", reduction<operation::sum>},
      {"mean(x, axis=None, keepdims=0)", reduction<operation::mean>},
      {"max(x, axis=None, keepdims=0)", reduction<operation::max>},
      {"min(x, axis=None, keepdims=0)", reduction<operation::min>},
      {"logsumexp(x, axis=-1, keepdims=0)", reduction<operation::logsumexp>},
      {"argmax(x, axis=-1)", argmax}, {"softmax(x, axis=-1)", normalisation<operation::softmax>},
      {"cumsum(x, axis=-1)", normalisation<operation::cumsum>},
      {"inv(x)", of_square<operation::inv>}, {"det(x)", of_square<operation::det>},
      {"logdet(x)", of_square<operation::logdet>}, {"cholesky(x)", of_square<operation::cholesky>},
      {"diagonal(x)", of_square<operation::diagonal>}, {"diag(x)", diag}, {"solve(a, b)", solve},
      {"size(x, axis=None)", size}, {"extents(x)", extents_of}, {"heads(q, k)", heads},
      {"arange(n)", arange}, {"index(x, axis)", index}, {"eye(n)", eye}, {"zeros(shape)", zeros}, {"ones(shape)", ones},
      {"reshape(x, shape)", reshape}, {"broadcast_to(x, shape)", broadcast_to}, {"transpose(x, axes=None)", transpose},
      {"concat(parts, axis=0)", concat}, {"stack(parts, axis=0)", stack}, {"flip(x, axis=-1)", flip},
      {"where(condition, a, b)", where}, {"step(x, at_zero=0)", step}, {"max_weight(x, axis=None)", normalisation<operation::max_weight>},
      {"place(x, starts, steps, shape)", place},
      {"stop_grad(x)", stop_grad}, {"round_to(x, format)", round_to}, {"cast(x, format)", round_to}, {"gelu(x, approximate='none')", gelu},
      {"einsum(subscripts, a, b=None, c=None, d=None)", einsum},
      {"cross_entropy(logits, labels, reduction='mean', ignore_index=None, smoothing=0)", cross_entropy},
      {"rope(x, cos, sin, layout='half')", rope},
      {"attention(q, k, v, causal=0, scale=None, softcap=None)", attention},
      {"grad(scalar, x)", gradient_of},
  };
}

} // namespace fpcheck::expr
