// Functions whose text depends on the rank of a tensor: windows, convolutions, pooling, normalisation over channels.
#include "layers.hpp"

#include <algorithm>

namespace fpcheck::expr {
namespace {

using arguments = const call_arguments&;

std::string text_of(std::int64_t n) { return std::to_string(n); }

/// x with zeros before and after along an axis.
value pad(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const std::int64_t axis = e.axis(e.integer(a, 1), e.nodes.rank(x)), before = e.integer(a, 2), after = e.integer(a, 3);
  if (e.failed()) return e.wrap(x);
  if (before < 0 || after < 0) return e.error("pad adds elements; a slice takes them away");
  shape to = e.nodes.shape_of(x);
  std::vector<std::int64_t> where;
  for (const dimension& d : to) where.insert(where.end(), {0, d.size, 1});
  const auto at = static_cast<std::size_t>(axis);
  const std::int64_t size = to[at].size;
  where[3 * at] = before, where[3 * at + 1] = before + size;
  to[at] = {size + before + after, ""};
  return before + after == 0 ? e.wrap(x) : e.wrap(e.nodes.unslice(x, std::move(where), std::move(to)));
}

/// The elements under a window that moves along an axis, as a new last axis.
value windows(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const std::int64_t axis = e.axis(e.integer(a, 1), e.nodes.rank(x)), size = e.integer(a, 2), step = e.integer(a, 3), dilation = e.integer(a, 4);
  if (e.failed()) return e.wrap(x);
  const auto at = static_cast<std::size_t>(axis);
  const std::int64_t reach = dilation * (size - 1) + 1, extent = e.nodes.extent(x, at);
  if (size < 1 || step < 1 || dilation < 1 || reach > extent)
    return e.error("a window of " + text_of(size) + " does not fit into an axis of " + text_of(extent));
  const std::int64_t count = (extent - reach) / step + 1;
  std::vector<node_id> parts;
  for (std::int64_t k = 0; k < size; ++k) {
    std::vector<std::int64_t> slice;
    for (const dimension& d : e.nodes.shape_of(x)) slice.insert(slice.end(), {0, d.size, 1});
    slice[3 * at] = k * dilation, slice[3 * at + 1] = k * dilation + (count - 1) * step + 1, slice[3 * at + 2] = step;
    const node_id part = e.nodes.slice(x, std::move(slice));
    shape dims = e.nodes.shape_of(part);
    dims.push_back({1, ""});
    parts.push_back(e.nodes.reshape(part, std::move(dims)));
  }
  const auto last = static_cast<std::int64_t>(e.nodes.rank(x));
  return e.wrap(parts.size() == 1 ? parts[0] : e.nodes.concat(std::move(parts), last));
}

std::string shapes_of(int axes, const char* first, const char* second) {
  constexpr const char* places[] = {"L", "HxW", "DxHxW"};
  constexpr const char* kernels[] = {"K", "KxK", "KxKxK"};
  return std::string("x of NxCx") + places[axes - 1] + " and w of " + first + "x" + second + "x" + kernels[axes - 1];
}

/// "size(u, 2), size(u, 3)": the extents of `name` from axis `first` on.
std::string extents_text(const std::string& name, int first, int count, const char* between) {
  std::string out;
  for (int k = 0; k < count; ++k) out += (k == 0 ? "" : between) + ("size(" + name + ", " + text_of(first + k) + ")");
  return out;
}

/// The text of a convolution of x with w in `axes` axes: windows, the channels of each group beside them, one product.
std::string convolution_text(int axes, const std::string& groups) {
  std::string padded = "x", windows;
  for (int k = axes; k >= 1; --k) padded = "pad(" + padded + ", -" + text_of(k) + ", p, p)";
  windows = padded;
  // The windows of the axis before come as a new last axis, so that the next one is again as many from the end.
  for (int k = axes; k >= 1; --k) windows = "windows(" + windows + ", -" + text_of(axes) + ", size(w, -" + text_of(k) + "), s, d)";
  std::string turned = "(0, 1";
  for (int k = 0; k < axes; ++k) turned += ", " + text_of(3 + k);
  turned += ", 2";
  for (int k = 0; k < axes; ++k) turned += ", " + text_of(3 + axes + k);
  std::string kernel;
  for (int k = axes; k >= 1; --k) kernel += ", size(w, -" + text_of(k) + ")";
  return "let u = " + windows + "; let r = transpose(reshape(u, (size(x, 0), " + groups + ", -1, " + extents_text("u", 2, axes, ", ") + kernel + ")), " + turned + ")); "
         "let y = reshape(r, (size(x, 0), " + groups + ", " + extents_text("u", 2, axes, " * ") + ", -1)) @ reshape(w, (" + groups + ", size(w, 0) // " + groups + ", -1)).T; "
         "reshape(y.T, (size(x, 0), size(w, 0), " + extents_text("u", 2, axes, ", ") + "))";
}

std::string biased(int axes) {
  std::string out = "y + b[:";
  for (int k = 0; k < axes; ++k) out += ", None";
  return out + "]";
}

/// (x, w, b, stride, padding, dilation, groups) over one, two or three axes.
template <int Axes>
value convolution(elaborator& e, arguments a) {
  const std::string name = "conv" + text_of(Axes) + "d";
  const node_id x = e.tensor(a, 0), w = e.tensor(a, 1);
  const std::size_t rank = Axes + 2;
  if (e.failed()) return e.wrap(x);
  if (e.nodes.rank(x) != rank || e.nodes.rank(w) != rank)
    return e.error(name + " needs " + shapes_of(Axes, "O", "C") + ", these are " + text(e.nodes.shape_of(x)) + " and " + text(e.nodes.shape_of(w)));
  const std::int64_t groups = e.integer(a, 6), channels = e.nodes.extent(x, 1), outputs = e.nodes.extent(w, 0);
  if (e.failed()) return e.wrap(x);
  if (groups < 1 || channels != groups * e.nodes.extent(w, 1) || outputs % groups != 0)
    return e.error("the channels of x, " + text_of(channels) + ", are not those of w times the groups");
  const bool bias = a.values[2].what != value::kind::none;
  value out = e.inline_text(convolution_text(Axes, text_of(groups)), {{"x", e.wrap(x)}, {"w", e.wrap(w)}, {"s", a.values[3]}, {"p", a.values[4]}, {"d", a.values[5]}});
  if (bias) out = e.inline_text(biased(Axes), {{"y", out}, {"b", a.values[2]}});
  if (e.failed()) return out;
  std::string detail;
  for (const auto& [slot, word, usual] : {std::tuple{3, "stride", 1}, std::tuple{4, "padding", 0}, std::tuple{5, "dilation", 1}, std::tuple{6, "groups", 1}})
    if (const std::int64_t v = e.integer(a, static_cast<std::size_t>(slot)); v != usual) detail += std::string(", ") + word + "=" + text_of(v);
  std::vector<node_id> of{x, w};
  if (bias) of.push_back(e.tensor(a, 2));
  return e.wrap(e.nodes.composite(name, std::move(of), detail, out.node));
}

/// x with stride - 1 zeros between its elements in the last `axes` axes, `before` zeros around it and `after` more at the end.
node_id spread_out(graph& g, node_id x, int axes, std::int64_t stride, std::int64_t before, std::int64_t after) {
  shape to = g.shape_of(x);
  std::vector<std::int64_t> where;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (i + static_cast<std::size_t>(axes) < to.size()) {
      where.insert(where.end(), {0, to[i].size, 1});
      continue;
    }
    const std::int64_t reach = (to[i].size - 1) * stride + 1;
    where.insert(where.end(), {before, before + reach, stride});
    to[i] = {reach + 2 * before + after, ""};
  }
  return g.unslice(x, std::move(where), std::move(to));
}

/// (x, w, b, stride, padding, output_padding, groups, dilation), w of CxOxK...: the adjoint of the convolution with w.
template <int Axes>
value transposed_convolution(elaborator& e, arguments a) {
  const std::string name = "conv_transpose" + text_of(Axes) + "d";
  const node_id x = e.tensor(a, 0), w = e.tensor(a, 1);
  constexpr std::size_t rank = Axes + 2;
  if (e.failed()) return e.wrap(x);
  if (e.nodes.rank(x) != rank || e.nodes.rank(w) != rank)
    return e.error(name + " needs " + shapes_of(Axes, "C", "O") + ", these are " + text(e.nodes.shape_of(x)) + " and " + text(e.nodes.shape_of(w)));
  std::int64_t options[5];
  for (std::size_t k = 0; k < 5; ++k) options[k] = e.integer(a, 3 + k);
  const auto [stride, padding, more, groups, dilation] = options;
  if (e.failed()) return e.wrap(x);
  const std::int64_t channels = e.nodes.extent(x, 1), kernel = e.nodes.extent(w, 2), reach = dilation * (kernel - 1);
  for (std::size_t k = 3; k < rank; ++k)
    if (e.nodes.extent(w, k) != kernel) return e.error(name + " takes kernels of one extent in all axes");
  if (stride < 1 || dilation < 1 || padding < 0 || more < 0 || more >= std::max(stride, dilation) || groups < 1 || channels != e.nodes.extent(w, 0) || channels % groups != 0)
    return e.error("the channels of x, " + text_of(channels) + ", must be the first extent of w and a multiple of the groups; stride and dilation are at least 1, output_padding is less");
  for (std::size_t k = 2; k < rank; ++k)
    if ((e.nodes.extent(x, k) - 1) * stride + reach + 1 + more - 2 * padding < 1) return e.error("nothing is left of " + text(e.nodes.shape_of(x)) + " after the padding");
  node_id turned = w; // CxOxK, flipped, as (groups O)x(C / groups)xK
  for (std::size_t k = 2; k < rank; ++k) turned = e.nodes.flip(turned, static_cast<std::int64_t>(k));
  shape split = e.nodes.shape_of(turned), joined = split;
  const std::int64_t outputs = split[1].size;
  split.insert(split.begin(), {groups, ""});
  split[1] = {channels / groups, ""};
  joined[0] = {groups * outputs, ""}, joined[1] = {channels / groups, ""};
  std::vector<std::int64_t> order{0, 2, 1};
  for (std::size_t k = 3; k < split.size(); ++k) order.push_back(static_cast<std::int64_t>(k));
  turned = e.nodes.reshape(e.nodes.transpose(e.nodes.reshape(turned, split), std::move(order)), joined);
  const node_id wide = spread_out(e.nodes, x, Axes, stride, reach, more);
  value out = e.inline_text(convolution_text(Axes, text_of(groups)), {{"x", e.wrap(wide)}, {"w", e.wrap(turned)}, {"s", e.wrap_integer(1)}, {"p", e.wrap_integer(0)}, {"d", e.wrap_integer(dilation)}});
  if (e.failed()) return out;
  std::vector<std::int64_t> inner;
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t extent = e.nodes.extent(out.node, k), cut = k < 2 ? 0 : padding;
    inner.insert(inner.end(), {cut, extent - cut, 1});
  }
  out = e.wrap(e.nodes.slice(out.node, std::move(inner)));
  const bool bias = a.values[2].what != value::kind::none;
  if (bias) out = e.inline_text(biased(Axes), {{"y", out}, {"b", a.values[2]}});
  if (e.failed()) return out;
  std::string detail;
  for (const auto& [slot, word, usual] : {std::tuple{0, "stride", 1}, std::tuple{1, "padding", 0}, std::tuple{2, "output_padding", 0}, std::tuple{3, "groups", 1}, std::tuple{4, "dilation", 1}})
    if (options[slot] != usual) detail += std::string(", ") + word + "=" + text_of(options[slot]);
  std::vector<node_id> of{x, w};
  if (bias) of.push_back(e.tensor(a, 2));
  return e.wrap(e.nodes.composite(name, std::move(of), detail, out.node));
}

/// (x, size, stride): the largest or the mean under each window.
template <int Axes>
value pooling(elaborator& e, arguments a, const char* name, const char* what) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, Axes, name)) return e.wrap(x);
  const std::int64_t size = e.integer(a, 1), step = a.values[2].what == value::kind::none ? size : e.integer(a, 2);
  const std::string w = ", -" + text_of(Axes) + ", " + text_of(size) + ", " + text_of(step) + ")";
  const std::string body = Axes == 1 ? std::string(what) + "(windows(x" + w + ", -1)" : std::string(what) + "(windows(windows(x" + w + w + ", (-2, -1))";
  const value out = e.inline_text(body, {{"x", a.values[0]}});
  return e.failed() ? out : e.wrap(e.nodes.composite(name, {x}, ", " + text_of(size) + (step == size ? "" : ", stride=" + text_of(step)), out.node));
}
value max_pool1d(elaborator& e, arguments a) { return pooling<1>(e, a, "max_pool1d", "max"); }
value max_pool2d(elaborator& e, arguments a) { return pooling<2>(e, a, "max_pool2d", "max"); }
value avg_pool1d(elaborator& e, arguments a) { return pooling<1>(e, a, "avg_pool1d", "mean"); }
value avg_pool2d(elaborator& e, arguments a) { return pooling<2>(e, a, "avg_pool2d", "mean"); }

/// "x * gamma + beta" with one number a channel, the channels along axis 1 of x.
std::string scaled(elaborator& e, arguments a, std::size_t gamma, std::size_t beta, std::size_t rank) {
  std::string extent = ", (-1";
  for (std::size_t k = 2; k < rank; ++k) extent += ", 1";
  extent += rank == 2 ? ",))" : "))";
  const auto one = [&](std::size_t slot, const char* name) {
    const node_id v = e.tensor(a, slot);
    return e.nodes.rank(v) == 0 ? std::string(name) : "reshape(" + std::string(name) + extent;
  };
  return " * " + one(gamma, "gamma") + " + " + one(beta, "beta");
}

/// `normal` is the text of the normalised x; what is printed is NAME(x...), times gamma, plus beta.
value channel_norm(elaborator& e, arguments a, const char* name, const std::string& normal, std::size_t gamma, std::string detail) {
  const node_id x = e.tensor(a, 0), eps = e.tensor(a, gamma + 2);
  const std::string scale = scaled(e, a, gamma, gamma + 1, e.nodes.rank(x));
  if (e.failed()) return e.wrap(x);
  const value y = e.inline_text(normal, {{"x", a.values[0]}, {"eps", a.values[gamma + 2]}});
  if (e.failed()) return y;
  if (e.nodes[eps].name != "1e-5") detail += ", eps=" + e.nodes[eps].name;
  return e.inline_text("y" + scale, {{"y", e.wrap(e.nodes.composite(name, {x}, detail, y.node))}, {"gamma", a.values[gamma]}, {"beta", a.values[gamma + 1]}});
}

/// (x, groups, gamma, beta, eps): x of NxCx..., each group of channels normalised by itself.
value groupnorm(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const std::int64_t groups = e.integer(a, 1);
  if (!e.need_rank(x, 2, "groupnorm")) return e.wrap(x);
  if (groups < 1 || e.nodes.extent(x, 1) % groups != 0) return e.error("the number of groups must divide that of channels, " + text_of(e.nodes.extent(x, 1)));
  return channel_norm(e, a, "groupnorm", "reshape(standardize(reshape(x, (size(x, 0), " + text_of(groups) + ", -1)), eps), extents(x))", 2, ", " + text_of(groups));
}

/// (x, gamma, beta, eps): x of NxCx..., each channel normalised over all else.
value batchnorm(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  if (!e.need_rank(x, 2, "batchnorm")) return e.wrap(x);
  std::string axes = "(0", there = "(1, 0";
  for (std::size_t k = 2; k < e.nodes.rank(x); ++k) axes += ", " + std::to_string(k), there += ", " + std::to_string(k);
  const std::string swapped = "transpose(x, " + there + "))";
  return channel_norm(e, a, "batchnorm", "transpose(reshape(standardize(reshape(" + swapped + ", (size(x, 1), -1)), eps), extents(" + swapped + ")), " + there + "))", 1, "");
}

value with_axes(elaborator& e, arguments a, bool (*add)(shape&, std::int64_t)) {
  const node_id x = e.tensor(a, 0);
  shape dims = e.nodes.shape_of(x);
  const std::int64_t given = e.integer(a, 1);
  if (e.failed()) return e.wrap(x);
  return add(dims, given) ? e.wrap(e.nodes.reshape(x, std::move(dims))) : e.error("axis " + text_of(given) + " of " + text(e.nodes.shape_of(x)) + " is not one that can be taken or put there");
}

value unsqueeze(elaborator& e, arguments a) {
  return with_axes(e, a, [](shape& s, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(s.size());
    if (axis < -rank - 1 || axis > rank) return false;
    s.insert(s.begin() + (axis < 0 ? axis + rank + 1 : axis), dimension{1, ""});
    return true;
  });
}

value squeeze(elaborator& e, arguments a) {
  return with_axes(e, a, [](shape& s, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(s.size());
    if (axis < -rank || axis >= rank) return false;
    const auto at = s.begin() + (axis < 0 ? axis + rank : axis);
    if (at->size != 1) return false;
    s.erase(at);
    return true;
  });
}

value swapaxes(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const std::int64_t one = e.axis(e.integer(a, 1), e.nodes.rank(x)), other = e.axis(e.integer(a, 2), e.nodes.rank(x));
  if (e.failed()) return e.wrap(x);
  std::vector<std::int64_t> p(e.nodes.rank(x));
  for (std::size_t k = 0; k < p.size(); ++k) p[k] = static_cast<std::int64_t>(k);
  std::swap(p[static_cast<std::size_t>(one)], p[static_cast<std::size_t>(other)]);
  return e.wrap(e.nodes.transpose(x, std::move(p)));
}

/// The products of the first 1, 2, ... elements along an axis, one after another: as many roundings as any order can make.
std::vector<node_id> products(elaborator& e, node_id x, std::size_t axis) {
  std::vector<node_id> out;
  for (std::int64_t k = 0; k < e.nodes.extent(x, axis); ++k) {
    std::vector<std::int64_t> slice;
    for (const dimension& d : e.nodes.shape_of(x)) slice.insert(slice.end(), {0, d.size, 1});
    slice[3 * axis] = k, slice[3 * axis + 1] = k + 1;
    const node_id one = e.nodes.slice(x, std::move(slice));
    out.push_back(out.empty() ? one : e.nodes.mul(out.back(), one));
  }
  return out;
}

constexpr std::int64_t most_factors = 512;

value cumprod(elaborator& e, arguments a) {
  const node_id x = e.tensor(a, 0);
  const auto axis = static_cast<std::size_t>(e.axis(e.integer(a, 1), e.nodes.rank(x)));
  if (e.failed()) return e.wrap(x);
  if (e.nodes.extent(x, axis) < 1 || e.nodes.extent(x, axis) > most_factors) return e.error("cumprod takes 1 to " + text_of(most_factors) + " factors");
  return e.wrap(e.nodes.concat(products(e, x, axis), static_cast<std::int64_t>(axis)));
}

value prod(elaborator& e, arguments a) {
  node_id x = e.tensor(a, 0);
  const auto axes = e.axes(a, 1, x);
  if (e.failed()) return e.wrap(x);
  shape dims = e.nodes.shape_of(x), dropped;
  for (const std::int64_t k : axes) {
    const auto axis = static_cast<std::size_t>(k);
    if (dims[axis].size < 1 || dims[axis].size > most_factors) return e.error("prod takes 1 to " + text_of(most_factors) + " factors an axis");
    x = products(e, x, axis).back();
  }
  for (std::size_t k = 0; k < dims.size(); ++k)
    if (std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(k)) == axes.end()) dropped.push_back(dims[k]);
  return e.wrap(e.integer(a, 2) != 0 ? x : e.nodes.reshape(x, std::move(dropped)));
}

} // namespace

std::vector<builtin> layers() {
  return {
      {"pad(x, axis, before, after)", pad}, {"windows(x, axis, size, stride=1, dilation=1)", windows},
      {"conv1d(x, w, b=None, stride=1, padding=0, dilation=1, groups=1)", convolution<1>},
      {"conv2d(x, w, b=None, stride=1, padding=0, dilation=1, groups=1)", convolution<2>},
      {"conv3d(x, w, b=None, stride=1, padding=0, dilation=1, groups=1)", convolution<3>},
      {"conv_transpose1d(x, w, b=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", transposed_convolution<1>},
      {"conv_transpose2d(x, w, b=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", transposed_convolution<2>},
      {"conv_transpose3d(x, w, b=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", transposed_convolution<3>},
      {"max_pool1d(x, size, stride=None)", max_pool1d}, {"max_pool2d(x, size, stride=None)", max_pool2d},
      {"avg_pool1d(x, size, stride=None)", avg_pool1d}, {"avg_pool2d(x, size, stride=None)", avg_pool2d},
      {"groupnorm(x, groups, gamma=1, beta=0, eps=1e-5)", groupnorm}, {"batchnorm(x, gamma=1, beta=0, eps=1e-5)", batchnorm},
      {"unsqueeze(x, axis)", unsqueeze}, {"expand_dims(x, axis)", unsqueeze}, {"squeeze(x, axis)", squeeze},
      {"swapaxes(x, axis1, axis2)", swapaxes}, {"cumprod(x, axis=-1)", cumprod}, {"prod(x, axis=None, keepdims=0)", prod},
  };
}

} // namespace fpcheck::expr
