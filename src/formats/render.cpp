#include <fpcheck/formats/describe.hpp>

#include <cstdio>

namespace fpcheck {
namespace {

std::string pad(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string hex_code(const format_row& row, std::uint32_t code) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%0*x", (row.bits + row.box_shift + 3) / 4, code);
  return text;
}

std::string number(double x, int digits = 9) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

/// "0x2a  0.3125  = 0x1.4p-2": long exact decimals are left to the hex float.
std::string code_line(const format_row& row, const code_description& c) {
  std::string line = hex_code(row, c.code) + "  ";
  line += c.decimal.size() <= 24 ? c.decimal : c.shortest + " (shortest)";
  if (c.kind != "nan" && c.kind != "infinity" && c.kind != "zero") line += "  = " + c.hex;
  if (c.kind == "subnormal") line += "  subnormal";
  return line;
}

void conversions(std::string& out, const format_row& row, const char* title,
                 const std::vector<conversion_description>& list) {
  if (list.empty()) return;
  out += std::string("\n") + title + "\n";
  for (const auto& c : list) {
    std::string line = "  " + pad(c.policy, 14) + pad(hex_code(row, c.result.code), 12) +
                       pad(c.result.decimal.size() <= 14 ? c.result.decimal : c.result.shortest, 16);
    line += c.flag_names;
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
}

} // namespace

std::string render(const std::vector<format_description>& formats) {
  std::string out = pad("name", 13) + pad("layout", 24) + pad("max", 16) + pad("min normal", 16) +
                    pad("min positive", 16) + pad("epsilon", 14) + "inf nan -0\n";
  for (const auto& f : formats) {
    const std::string layout = f.layout.substr(0, f.layout.find(", in"));
    out += pad(f.name, 13) + pad(layout, 24) + pad(number(f.max), 16) + pad(number(f.min_normal), 16) +
           pad(number(f.min_positive), 16) + pad(number(f.epsilon), 14) + (f.infinity_code ? "yes " : "-   ") +
           (f.nan_code ? "yes " : "-   ") + (f.negative_zero_code ? "yes" : "-") + "\n";
  }
  return out;
}

std::string render(const format_description& f) {
  const auto line = [&](const char* label, std::uint32_t code, double x) {
    return "  " + pad(label, 14) + pad(hex_code(f.row, code), 12) + number(x) + "\n";
  };
  std::string out = f.name + ": " + f.layout + "; " + f.specials + "\n";
  if (!f.aliases.empty()) {
    out += "  also";
    for (const auto& alias : f.aliases) out += " " + alias;
    out += "\n";
  }
  out += line("max", f.max_code, f.max) + line("min normal", f.min_normal_code, f.min_normal) +
         line("min positive", f.min_positive_code, f.min_positive);
  out += "  " + pad("epsilon", 26) + number(f.epsilon) + "\n";
  if (f.infinity_code) out += "  " + pad("infinity", 14) + hex_code(f.row, *f.infinity_code) + "\n";
  if (f.nan_code) out += "  " + pad("quiet NaN", 14) + hex_code(f.row, *f.nan_code) + "\n";
  out += "  " + f.overflow + "\n";
  return out;
}

std::string render(const value_description& v) {
  const format_row& row = v.format.row;
  std::string out = v.format.name + " " + v.input + "\n";
  const auto line = [&](const char* label, const std::string& text) { out += "  " + pad(label, 8) + text + "\n"; };
  line(v.from_code ? "code" : "nearest", code_line(row, v.result));
  if (v.below) line("below", code_line(row, *v.below));
  if (v.above) line("above", code_line(row, *v.above));
  if (v.ulp != 0) line("ulp", number(v.ulp));
  if (!v.from_code) {
    // A number far below the format's range leaves no error that a double can hold.
    const std::string ulps = v.error_ulps != 0 ? number(v.error_ulps, 4) + " ulp" : "below 1e-300 ulp";
    line("error", v.exact ? "exact" : v.ulp != 0 ? ulps : "not a finite result");
  }
  conversions(out, row, "rounding, not saturated", v.roundings);
  conversions(out, row, "preset", v.presets);
  return out;
}

} // namespace fpcheck
