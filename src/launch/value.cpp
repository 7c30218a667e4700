#include <fpcheck/launch/value.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::launch {
namespace {

std::vector<std::string> generator_names() {
  std::vector<std::string> out{"empty", "inout", "tensormap"};
  for (const generator_row& row : known_generators()) out.emplace_back(row.name);
  return out;
}

result<tensor::dtype> read_dtype(const word& w) {
  const auto type = tensor::parse_dtype(w.text);
  if (!type) return tl::unexpected(w.error(type.error().message, type.error().hint));
  return *type;
}

/// Error: the parameters give nothing that the generator's name says.
result<void> check_parameters(const generator& g, const word& w) {
  const auto parameter = [&](std::size_t k) { return k < g.parameters.size() ? g.parameters[k] : 0; };
  const double a = parameter(0), b = parameter(1);
  switch (g.kind) {
  case generator_kind::randint:
    if (!(a < b && b - a < 0x1p63)) return tl::unexpected(w.error("randint(lo,hi) needs lo < hi"));
    if (a != std::floor(a) || b != std::floor(b)) return tl::unexpected(w.error("randint(lo,hi) needs integers"));
    return {};
  case generator_kind::uniform:
    if (!(a <= b) || !std::isfinite(b - a)) return tl::unexpected(w.error("uniform(lo,hi) needs finite bounds with lo <= hi"));
    return {};
  case generator_kind::randn:
    if (!std::isfinite(a) || !(b >= 0) || !std::isfinite(b)) return tl::unexpected(w.error("randn(mean,deviation) needs a finite mean and a finite deviation of at least 0"));
    return {};
  case generator_kind::arange:
    if (!std::isfinite(a) || !std::isfinite(b)) return tl::unexpected(w.error("arange(start,step) needs finite numbers"));
    return {};
  case generator_kind::spiked:
    if (!std::isfinite(a)) return tl::unexpected(w.error("spiked(s) needs a finite number", "const(nan), or a list, gives special values"));
    return {};
  case generator_kind::adversarial:
    if (!(a >= 0 && a <= 1074)) return tl::unexpected(w.error("adversarial(e) needs 0 <= e <= 1074"));
    return {};
  case generator_kind::zeros:
  case generator_kind::ones:
  case generator_kind::constant:
  case generator_kind::perm: return {};
  }
  return {};
}

/// `uniform(0, 1)`: the row's kind with its parameters.
result<generator> read_generator(const word& w) {
  const std::size_t bracket = w.text.find('(');
  const std::string name = w.text.substr(0, bracket);
  const auto& rows = known_generators();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const generator_row& r) {
    return name == r.name || (name == "full" && r.kind == generator_kind::constant);
  });
  if (row == rows.end()) {
    const std::string near = nearest_name(name, generator_names());
    return tl::unexpected(
        w.error("no generator is called '" + name + "'",
                near.empty() ? "there are zeros ones const randn uniform randint perm arange spiked adversarial empty"
                             : "did you mean '" + near + "'?"));
  }
  generator out{row->kind, row->defaults};
  std::size_t given = 0;
  if (bracket != std::string::npos) {
    if (!w.text.ends_with(')'))
      return tl::unexpected(w.error("')' is missing after the generator's parameters", {}, w.text.size()));
    const word inside = w.part(bracket + 1, w.text.size() - bracket - 2);
    for (const word& p : split_top_level(inside, ',')) {
      std::string text = p.text;
      text.erase(0, text.find_first_not_of(' '));
      text.erase(text.find_last_not_of(' ') + 1);
      const auto code = tensor::parse_code(tensor::dtype::f64, text);
      if (!code) return tl::unexpected(p.error(code.error().message));
      if (given < row->most) out.parameters[given] = tensor::decode(tensor::dtype::f64, *code);
      ++given;
    }
  }
  if (given < row->least || given > row->most)
    return tl::unexpected(
        w.error(name + " takes " +
                    (row->least == row->most ? std::to_string(row->most) : "at most " + std::to_string(row->most)) +
                    " parameters, not " + std::to_string(given),
                row->summary));
  if (const auto ok = check_parameters(out, w); !ok) return tl::unexpected(ok.error());
  return out;
}

/// Takes `:SHAPE` and `:TYPE` off the parts that follow a value's first.
result<void> read_tail(const std::vector<word>& parts, std::size_t from, bool wants_shape, value_text& out) {
  const std::size_t count = parts.size() - from;
  if (wants_shape && count >= 1) out.extents = parts[from];
  const std::size_t type_at = wants_shape ? from + 1 : from;
  if (type_at < parts.size()) {
    const auto type = read_dtype(parts[type_at]);
    if (!type) return tl::unexpected(type.error());
    out.type = *type;
  }
  if (type_at + 1 < parts.size())
    return tl::unexpected(parts[type_at + 1].error("this does not belong to the value", "write GENERATOR:SHAPE:TYPE"));
  return {};
}

result<value_text> read_list(const std::vector<word>& parts, value_text out) {
  out.kind = value_kind::list;
  // A list may be followed by a shape, a type or both; what is no type is a shape.
  const bool shape = parts.size() > 2 || (parts.size() == 2 && !tensor::find_dtype(parts[1].text));
  if (const auto ok = read_tail(parts, 1, shape, out); !ok) return tl::unexpected(ok.error());
  return out;
}

/// What stands in the brackets of `tensormap(A, 64x64, swizzle=128)`.
result<value_text> read_map(const word& w, value_text out) {
  if (out.inout) return tl::unexpected(w.error("inout: is for buffers", "the tensor is what is read or written: A=inout:randn:64x64"));
  const std::size_t open = w.text.find('(');
  if (open == std::string::npos || !w.text.ends_with(')')) return tl::unexpected(w.error("a tensor map is written tensormap(TENSOR, BOX)", "tensormap(A, 64x64, swizzle=128)"));
  out.kind = value_kind::tensor_map;
  out.body = w.part(open + 1, w.text.size() - open - 2);
  return out;
}

/// `texture(A, linear, clamp)` and `surface(A)`.
result<value_text> read_texture(const word& w, value_text out) {
  if (out.inout) return tl::unexpected(w.error("inout: is for buffers", "the tensor is what is read or written: A=inout:randn:64x64"));
  const std::size_t open = w.text.find('(');
  if (open == std::string::npos || !w.text.ends_with(')')) return tl::unexpected(w.error("a texture is written texture(TENSOR, WORDS)", "texture(A, linear, clamp)"));
  out.kind = value_kind::texture;
  out.body = w.part(open + 1, w.text.size() - open - 2);
  return out;
}

/// A file name may hold colons itself: only a known element type after the last one is taken off.
value_text read_file(const word& w, value_text out) {
  out.kind = value_kind::file;
  out.body = w.part(1);
  const std::size_t colon = w.text.rfind(':');
  if (colon != std::string::npos)
    if (const auto type = tensor::find_dtype(w.text.substr(colon + 1))) {
      out.type = *type;
      out.body = w.part(1, colon - 1);
    }
  return out;
}

} // namespace

result<value_text> parse_value(const word& w) {
  value_text out;
  out.whole = w;
  word rest = w;
  if (rest.text.starts_with("inout:")) {
    out.inout = true;
    rest = rest.part(6);
  }
  if (rest.text.empty()) return tl::unexpected(rest.error("a value is missing here"));
  if (rest.text[0] == '@') return read_file(rest, out);
  const std::vector<word> parts = split_top_level(rest, ':');
  out.body = parts[0];
  if (parts[0].text.starts_with('[')) return read_list(parts, out);
  const std::string name = parts[0].text.substr(0, parts[0].text.find('('));
  if (name == "tensormap") return read_map(rest, out);
  if (name == "texture" || name == "surface") return read_texture(rest, out);
  const auto names = generator_names();
  const bool known = std::find(names.begin(), names.end(), name) != names.end() || name == "full";
  const bool typed_number = parts.size() == 2 && tensor::find_dtype(parts[1].text).has_value();
  if (!known && (parts.size() == 1 || typed_number)) {
    if (out.inout)
      return tl::unexpected(w.error("inout: is for buffers", "write inout:randn:4x128 or inout:@file.npy"));
    if (const auto ok = read_tail(parts, 1, false, out); !ok) return tl::unexpected(ok.error());
    return out;
  }
  if (parts.size() < 2)
    return tl::unexpected(
        w.error(name + " needs a shape", "write " + parts[0].text + ":4x128 or " + parts[0].text + ":4x128:bf16"));
  if (name == "empty") {
    out.kind = value_kind::empty;
    if (out.inout)
      return tl::unexpected(w.error("an inout: buffer needs data to start from", "inout:zeros:4x128, say"));
  } else {
    const auto recipe = read_generator(parts[0]);
    if (!recipe) return tl::unexpected(recipe.error());
    out.kind = value_kind::generated;
    out.recipe = *recipe;
  }
  if (const auto ok = read_tail(parts, 1, true, out); !ok) return tl::unexpected(ok.error());
  return out;
}

} // namespace fpcheck::launch
