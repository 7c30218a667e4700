#include <fpcheck/formats/describe.hpp>
#include <fpcheck/tensor/array.hpp>

#include "commands.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

using json = nlohmann::ordered_json;

json describe(const code_description& c) {
  return {{"code", c.code}, {"value", c.decimal}, {"shortest", c.shortest}, {"hex", c.hex}, {"kind", c.kind}};
}

json describe(const std::vector<conversion_description>& all) {
  json out = json::object();
  for (const conversion_description& c : all) {
    out[c.policy] = describe(c.result);
    out[c.policy]["flags"] = c.flag_names;
  }
  return out;
}

json describe(const format_description& f) {
  const auto optional = [](const std::optional<std::uint32_t>& code) { return code ? json(*code) : json(nullptr); };
  return {{"name", f.name},
          {"aliases", f.aliases},
          {"bits", f.row.bits},
          {"exponent_bits", f.row.exponent_bits},
          {"precision", f.row.precision},
          {"bias", f.row.bias},
          {"specials", f.specials},
          {"max", f.max},
          {"min_normal", f.min_normal},
          {"min_positive", f.min_positive},
          {"epsilon", f.epsilon},
          {"max_code", f.max_code},
          {"infinity_code", optional(f.infinity_code)},
          {"nan_code", optional(f.nan_code)},
          {"negative_zero_code", optional(f.negative_zero_code)},
          {"overflow", f.overflow}};
}

/// The error is absent where the number or what it became is not finite.
json describe(const value_description& v) {
  json out{{"format", v.format.name}, {"input", v.input}, {"input_is_a_code", v.from_code}};
  out["result"] = describe(v.result);
  if (v.below) out["below"] = describe(*v.below);
  if (v.above) out["above"] = describe(*v.above);
  out["exact"] = v.exact;
  if (v.ulp != 0) out["ulp"] = v.ulp;
  if (!v.from_code && v.ulp != 0) out["error_ulps"] = v.error_ulps;
  if (v.from_code) return out;
  out["roundings"] = describe(v.roundings);
  out["presets"] = describe(v.presets);
  return out;
}

result<json> described(const format_command& c, std::string& text) {
  json out{{"schema", "fpcheck/format-1"}};
  if (c.name.empty()) {
    const auto all = describe_formats();
    text = render(all);
    for (const format_description& f : all) out["formats"].push_back(describe(f));
    return out;
  }
  const auto format = describe_format(c.name);
  if (!format) return tl::unexpected(format.error());
  if (c.values.empty()) text = render(*format);
  out["formats"].push_back(describe(*format));
  for (const std::string& written : c.values) {
    // A blank in front is what tells a negative word from an option.
    const auto value = describe_value(c.name, written.substr(std::min(written.find_first_not_of(' '), written.size())));
    if (!value) return tl::unexpected(value.error());
    text += (text.empty() ? "" : "\n") + render(*value);
    out["values"].push_back(describe(*value));
  }
  return out;
}

} // namespace

exit_code format(const format_command& c, const streams& s) {
  if (c.format != "text" && c.format != "json")
    return complain({"format writes text or json, not " + tensor::quoted(c.format), {"command line"}}, s);
  std::string text;
  const auto j = described(c, text);
  if (!j) return complain(j.error(), s);
  s.out << (c.format == "json" ? j->dump(2) + "\n" : text);
  return exit_code::passed;
}

} // namespace fpcheck::cli
