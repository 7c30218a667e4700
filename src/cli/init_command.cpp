#include <fpcheck/launch/signature.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <regex>
#include <sstream>

namespace fpcheck::cli {
namespace {

using launch::kernel_parameter;
using launch::kernel_signature;
using launch::value_type;

constexpr std::uint64_t size = 256; ///< one block: right for kernels that use threadIdx alone, too

/// The largest of `size` and what the type can hold.
std::uint64_t largest_of(tensor::dtype type) {
  const auto bits = 8 * tensor::size_of(type) - (tensor::class_of(type) == tensor::dtype_class::signed_integer ? 1 : 0);
  return type == tensor::dtype::boolean ? 1 : bits >= 32 ? size : std::min(size, (std::uint64_t{1} << bits) - 1);
}

/// A scalar, or as many as a vector type has.
std::string number_for(const value_type& t, const std::string& name) {
  std::string one = std::to_string(size);
  if (t.element) one = tensor::is_real(*t.element) ? "1.0" : std::to_string(largest_of(*t.element));
  if (t.element && tensor::is_real(*t.element) && name.find("eps") != std::string::npos) one = "1e-5";
  if (t.lanes <= 1) return one;
  std::string out = "[" + one;
  for (std::uint32_t k = 1; k < t.lanes; ++k) out += ", " + one;
  return out + ']';
}

bool matches(const std::string& text, const std::string& expression) { return std::regex_search(text, std::regex(expression)); }

/// Whether a kernel's text reads the buffer that it writes: atomics, `y[i] += ..`, `y[i] = .. y[i] ..`.
bool is_read_too(const std::string& body, std::string name) {
  for (std::size_t dot = 0; (dot = name.find('.', dot)) != std::string::npos; dot += 2) name.insert(dot, 1, '\\');
  return matches(body, R"(\batomic\w+\s*\(\s*&?\s*)" + name + R"(\b)") || matches(body, R"(\b)" + name + R"(\s*\[[^\]]*\]\s*(?:[-+*/]=|=[^;=]*\b)" + name + R"(\s*\[))");
}

/// A value to start from: inputs are const pointers, outputs are not, sizes are small.
std::string value_for(const value_type& t, const std::string& name, const std::string& body) {
  if (!t.is_pointer()) return name + '=' + number_for(t, name);
  const std::string shape = t.lanes > 1 ? ":Nx" + std::to_string(t.lanes) : ":N";
  const bool index = t.element && !tensor::is_real(*t.element);
  if (!t.pointee_const) return name + (!is_read_too(body, name) ? "=empty" : index ? "=inout:zeros" : "=inout:randn") + shape;
  return name + (index ? "=randint(0," + std::to_string(largest_of(*t.element)) + ")" : "=randn") + shape;
}

std::string starting_value(const kernel_parameter& p, const launch::source_signatures& all, const std::string& body) {
  const auto s = all.structs.find(p.type.structure);
  if (p.type.is_pointer() || s == all.structs.end()) return value_for(p.type, p.name, body);
  std::string out;
  for (const launch::struct_field& f : s->second.fields) out += (out.empty() ? "" : " ") + value_for(f.type, p.name + '.' + f.name, body);
  return out;
}

/// The lines of a source from where a kernel begins to where the next one does.
std::string body_of(const kernel_signature& k, const launch::source_signatures& all, const std::string& source) {
  std::uint32_t end = ~0u;
  for (const kernel_signature& other : all.kernels)
    if (other.where.line > k.where.line) end = std::min(end, other.where.line);
  std::string out;
  std::istringstream lines(source);
  std::string line;
  for (std::uint32_t n = 1; n < end && std::getline(lines, line); ++n)
    if (n >= k.where.line) out += line + '\n';
  return out;
}

/// A kernel with an argument for each template parameter: those that the file itself uses, or float for types and 128 for numbers.
struct instance {
  std::string name;       ///< "scale<float,128>"
  bool in_source = false; ///< the file instantiates it
};

instance instance_of(const kernel_signature& k, const std::string& source) {
  if (k.template_parameters.empty()) return {k.name, true};
  const std::regex used(R"(\b)" + k.name + R"(\s*<\s*((?:(?:float|double|half|__half|__nv_bfloat16|int|bool|true|false|\d+)\s*,?\s*)+)>\s*(?:\(|<<<))");
  if (std::smatch found; std::regex_search(source, found, used)) {
    std::string arguments = found[1];
    std::erase(arguments, ' ');
    return {k.name + '<' + arguments + '>', true};
  }
  std::string out = k.name + '<';
  for (std::size_t i = 0; i < k.template_parameters.size(); ++i) {
    const std::string& p = k.template_parameters[i];
    const bool type = matches(source, R"(\b(?:typename|class)\s+)" + p + R"(\b)"), flag = matches(source, R"(\bbool\s+)" + p + R"(\b)");
    out += (i > 0 ? "," : "") + std::string(type ? "float" : flag ? "true" : "128");
  }
  return {out + '>', false};
}

/// The signature with float for its template types.
kernel_signature with_floats(kernel_signature k, const std::string& source) {
  for (const std::string& t : k.template_parameters) {
    if (!matches(source, R"(\b(?:typename|class)\s+)" + t + R"(\b)")) continue;
    for (kernel_parameter& p : k.parameters)
      if (!p.type.element && matches(p.type.spelling, R"(\b)" + t + R"(\b)")) p.type.element = tensor::dtype::f32;
  }
  return k;
}

/// A parameter that no value of a case can fill, or nothing.
const kernel_parameter* unfillable(const kernel_signature& k) {
  const auto at = std::find_if(k.parameters.begin(), k.parameters.end(), [](const kernel_parameter& p) { return p.type.pointers > 1; });
  return at == k.parameters.end() ? nullptr : &*at;
}
std::string why_unfillable(const kernel_signature& k) {
  const kernel_parameter& p = *unfillable(k);
  return k.name + ": '" + p.name + "' points to pointers, which a case cannot give; launch it through a kernel that takes plain ones";
}

/// The words of a case: kernel, options, launch, values.
std::string case_of(const kernel_signature& written, const launch::source_signatures& all, const std::string& source) {
  const kernel_signature k = with_floats(written, source);
  const std::string body = body_of(written, all, source);
  std::string values;
  bool has_size = false, needs_size = false;
  for (const kernel_parameter& p : k.parameters) {
    if (p.name.empty()) continue;
    has_size = has_size || (p.name == "N" && !p.type.is_pointer());
    const std::string value = starting_value(p, all, body);
    needs_size = needs_size || value.find(":N") != std::string::npos;
    values += ' ' + value;
  }
  const instance chosen = instance_of(k, source);
  std::string out = chosen.name;
  if (!chosen.in_source) out += " --instantiate '" + chosen.name + "'";
  out += has_size || needs_size ? " <<<cdiv(N, 256), 256>>>" : " <<<1, 256>>>";
  if (needs_size && !has_size) out += " N=" + std::to_string(size);
  return out + values;
}

std::string signature_of(const kernel_signature& k) {
  std::string out = k.name + '(';
  for (std::size_t i = 0; i < k.parameters.size(); ++i)
    out += (i > 0 ? ", " : "") + k.parameters[i].type.spelling + (k.parameters[i].name.empty() ? "" : ' ' + k.parameters[i].name);
  return out + ')';
}

/// A TOML string with the characters of `text`.
std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
  return out + '"';
}

std::string configuration_of(const launch::source_signatures& found, const std::string& source, const std::string& file) {
  std::string out = "# Cases for fpcheck test. Mend sizes and values; every option of fpcheck run is a key.\n";
  for (const kernel_signature& k : found.kernels) {
    out += "\n# " + signature_of(k) + '\n';
    if (unfillable(k) != nullptr) {
      out += "# " + why_unfillable(k) + '\n';
      continue;
    }
    out += "[[case]]\nfile = " + toml_string(file) + "\nrun = " + toml_string(case_of(k, found, source)) +
           "\n# ref = \"softmax(x, 1)\"      what an output is compared with: OUT=EXPR, or OUT=@FILE.npy\n"
           "# expect = \"cancellation\"   the finding that the case must have\n";
  }
  return out;
}

exit_code write_configuration(const launch::source_signatures& found, const std::string& source, const init_command& c, const streams& s) {
  std::error_code error;
  if (std::filesystem::exists(c.target, error))
    return complain({"the file is there already", {c.target}, {}, "fpcheck init " + c.file + " prints lines to add to it"}, s);
  const std::filesystem::path folder = std::filesystem::absolute(c.target, error).parent_path();
  const std::filesystem::path relative = std::filesystem::relative(c.file, folder, error);
  const std::string name = error || relative.empty() ? c.file : relative.string();
  if (const auto ok = tensor::write_bytes(c.target, configuration_of(found, source, name)); !ok) return complain(ok.error(), s);
  const auto filled = std::count_if(found.kernels.begin(), found.kernels.end(), [](const kernel_signature& k) { return unfillable(k) == nullptr; });
  s.out << filled << (filled == 1 ? " case in " : " cases in ") << c.target << '\n';
  return exit_code::passed;
}

} // namespace

exit_code init(const init_command& c, const streams& s) {
  const auto text = tensor::read_bytes(c.file);
  if (!text) return complain(text.error(), s);
  const auto found = launch::scan_signatures(*text, c.file);
  if (found.kernels.empty()) return complain({"there is no __global__ function in the file", {c.file}}, s);
  if (!c.target.empty()) return write_configuration(found, *text, c, s);
  s.out << "// Put a line above each kernel, mend its sizes and values, then: fpcheck run " << c.file << '\n';
  for (const kernel_signature& k : found.kernels)
    s.out << (unfillable(k) != nullptr ? "// " + why_unfillable(k) : "// fpcheck: " + case_of(k, found, *text)) << '\n';
  return exit_code::passed;
}

} // namespace fpcheck::cli
