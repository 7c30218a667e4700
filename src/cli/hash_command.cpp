#include <fpcheck/kernels/fingerprint_tree.hpp>
#include <fpcheck/tensor/difference.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <ostream>
#include <span>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;
using kernels::fingerprint;
using kernels::hexadecimal;

/// A tensor with its fingerprint.
struct hashed {
  std::string path;
  tensor::array values;
  fingerprint print;
};

result<hashed> read(const std::string& path, std::uint64_t key) {
  const session::progress bar("reading " + path);
  auto values = tensor::load(path);
  if (!values) return tl::unexpected(values.error());
  fingerprint print = kernels::fingerprint_of(values->data, kernels::make_fingerprint_key(key));
  return hashed{path, *std::move(values), std::move(print)};
}

/// Why two tensors are not the same: their kind, or an element.
struct distinction {
  std::string kind; ///< "dtype", "shape" or "element"
  std::uint64_t element = 0;
};

/// The first difference of two tensors. The trees say in which leaf it is; within it every byte is looked at.
std::optional<distinction> first_difference(const hashed& a, const hashed& b) {
  if (a.values.type != b.values.type) return distinction{"dtype"};
  if (a.values.shape != b.values.shape) return distinction{"shape"};
  const auto leaf = kernels::first_differing_leaf(a.print, b.print);
  if (!leaf) return std::nullopt;
  const std::uint64_t start = *leaf * kernels::leaf_bytes;
  const std::uint64_t size = std::min<std::uint64_t>(kernels::leaf_bytes, a.values.data.size() - start);
  const auto byte = kernels::first_differing_byte(std::span(a.values.data).subspan(start, size),
                                                  std::span(b.values.data).subspan(start, size));
  return distinction{"element", (start + byte.value_or(0)) / tensor::size_of(a.values.type)};
}

/// An element as a number and as its code.
std::string value_text(const tensor::array& a, std::uint64_t element) {
  char code[24];
  std::snprintf(code, sizeof code, "0x%0*llx", static_cast<int>(2 * tensor::size_of(a.type)),
                static_cast<unsigned long long>(a.code(element)));
  if (tensor::class_of(a.type) == tensor::dtype_class::signed_integer)
    return std::to_string(a.integer(element)) + " (" + code + ')';
  if (!tensor::is_real(a.type)) return std::to_string(a.code(element)) + " (" + code + ')';
  char number[40];
  std::snprintf(number, sizeof number, "%.17g", a.value(element));
  return std::string(number) + " (" + code + ')';
}

std::string dtype_text(const hashed& h) {
  return std::string(tensor::name(h.values.type));
}

void write_difference(const hashed& a, const hashed& b, const distinction& d, std::ostream& out) {
  if (d.kind == "dtype") {
    out << "differ: dtype " << dtype_text(a) << " against " << dtype_text(b) << '\n';
  } else if (d.kind == "shape") {
    out << "differ: shape " << tensor::text(a.values.shape) << " against " << tensor::text(b.values.shape) << '\n';
  } else {
    out << "differ: first at " << tensor::index_text(d.element, a.values.shape) << ": "
        << value_text(a.values, d.element) << " against " << value_text(b.values, d.element) << '\n';
  }
}

json describe(const hashed& h) {
  json nodes = json::array();
  for (const std::uint64_t node : h.print.levels[1]) nodes.push_back(hexadecimal(node));
  return {{"path", h.path},
          {"digest", hexadecimal(h.print.digest)},
          {"dtype", dtype_text(h)},
          {"shape", h.values.shape},
          {"chunk_bytes", std::uint64_t{kernels::leaf_bytes} * kernels::fan_out},
          {"chunks", nodes}};
}

json describe(const hashed& a, const hashed& b, const std::optional<distinction>& d) {
  if (!d) return {{"same", true}};
  json out{{"same", false}, {"differ_in", d->kind}};
  if (d->kind != "element") return out;
  out["index"] = tensor::indices_of(d->element, a.values.shape);
  out["values"] = {value_text(a.values, d->element), value_text(b.values, d->element)};
  return out;
}

} // namespace

exit_code hash(const hash_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json")
    return complain({"hash writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  const auto key = tensor::parse_code(tensor::dtype::u64, c.key);
  if (!key) return complain({"--key: " + key.error().message, {"command line"}}, s);
  std::vector<hashed> all;
  for (const std::string& path : c.tensors) {
    auto one = read(path, *key);
    if (!one) return complain(one.error(), s);
    if (c.tensors.size() != 2) one->values.data.clear(); // only two are compared
    all.push_back(*std::move(one));
  }
  std::optional<distinction> d;
  if (all.size() == 2) d = first_difference(all[0], all[1]);
  if (c.format == "json") {
    json j{{"schema", "fpcheck/hash-1"}, {"key", *key}, {"tensors", json::array()}};
    for (const hashed& h : all) j["tensors"].push_back(describe(h));
    if (all.size() == 2) j["comparison"] = describe(all[0], all[1], d);
    s.out << j.dump(2) << '\n';
  } else {
    for (const hashed& h : all)
      s.out << hexadecimal(h.print.digest) << "  " << tensor::text(h.values.shape) << ' ' << dtype_text(h) << "  "
            << h.path << '\n';
    if (d) write_difference(all[0], all[1], *d, s.out);
    if (all.size() == 2 && !d)
      s.out << (all[0].print.bytes > 0 ? "the same\n" : "nothing was compared: the tensors have no elements\n");
  }
  if (all.size() == 2 && !d && all[0].print.bytes == 0) return exit_code::incomplete;
  return d ? exit_code::findings : exit_code::passed;
}

} // namespace fpcheck::cli
