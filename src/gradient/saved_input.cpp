#include "saved_input.hpp"

#include <fpcheck/session/reference.hpp>

#include <array>

namespace fpcheck::gradient {

std::optional<saved_input> read_saved(const std::string& name, const std::string& value) {
  const std::string word = "saved(";
  const std::size_t close = value.rfind(')');
  if (!value.starts_with(word) || close == std::string::npos) return std::nullopt;
  saved_input out{name, value.substr(word.size(), close - word.size()), value.substr(close + 1)};
  return out.type.empty() || out.type[0] == ':' ? std::optional(out) : std::nullopt;
}

result<void> fill(const saved_input& s, const expr::named_inputs& in, exec::run_request& request) {
  const auto at = [&s](diagnostic d) {
    if (d.where.file.empty() || d.where.file == "expression") d.where.file = s.name + "=saved(...)";
    return tl::unexpected<diagnostic>(std::move(d));
  };
  const auto p = expr::infer(s.expression, expr::environment_of(in));
  if (!p) return at(p.error());
  const auto e = expr::evaluate<exact::double_double>(p->nodes, std::array{p->root}, expr::bindings_of(in), expr::exact_arithmetic());
  if (!e) return at(e.error());
  const auto index = session::find_buffer(request, s.name);
  if (!index) return tl::unexpected<diagnostic>(index.error());
  exec::buffer& b = request.buffers[*index];
  tensor::shape shape;
  for (const std::int64_t n : e->roots[0].sizes) shape.push_back(static_cast<std::uint64_t>(n));
  tensor::array a(b.type, shape);
  for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, expr::scalar_nearest(e->roots[0].middle[i]));
  b.shape = a.shape;
  b.data = std::move(a.data);
  b.generator = "saved(" + s.expression + ")";
  return {};
}

} // namespace fpcheck::gradient
