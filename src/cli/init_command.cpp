#include <fpcheck/exec/launch/signature.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "kernel_file.hpp"

#include <filesystem>
#include <ostream>

namespace fpcheck::cli {
namespace {

using exec::kernel_parameter;
using exec::kernel_signature;

/// A value to start from: inputs are const pointers, outputs are not, sizes are small.
std::string starting_value(const kernel_parameter& p, const exec::source_signatures& all) {
  if (p.type.is_pointer()) {
    const bool index = p.type.element && !tensor::is_real(*p.type.element);
    if (!p.type.pointee_const) return p.name + "=empty:N";
    return p.name + (index ? "=randint(0,N):N" : "=randn:N");
  }
  if (const auto s = all.structs.find(p.type.structure); s != all.structs.end()) {
    std::string out;
    for (const exec::struct_field& f : s->second.fields)
      out += (out.empty() ? "" : " ") + p.name + '.' + f.name + (f.type.is_pointer() ? "=randn:N" : "=1");
    return out;
  }
  if (p.type.element && tensor::is_real(*p.type.element)) return p.name + "=1.0";
  return p.name + "=1024";
}

std::string instance_of(const kernel_signature& k) {
  if (k.template_parameters.empty()) return k.name;
  std::string out = k.name + '<';
  for (std::size_t i = 0; i < k.template_parameters.size(); ++i) out += (i > 0 ? "," : "") + k.template_parameters[i];
  return out + '>';
}

/// The words of a case: kernel, options, launch, values.
std::string case_of(const kernel_signature& k, const exec::source_signatures& all) {
  std::string values;
  bool has_size = false, needs_size = false;
  for (const kernel_parameter& p : k.parameters) {
    if (p.name.empty()) continue;
    has_size = has_size || (p.name == "N" && !p.type.is_pointer());
    const std::string value = starting_value(p, all);
    needs_size = needs_size || value.find(":N") != std::string::npos;
    values += ' ' + value;
  }
  std::string out = instance_of(k);
  if (!k.template_parameters.empty()) out += " --instantiate '" + instance_of(k) + "'";
  out += has_size || needs_size ? " <<<cdiv(N, 256), 256>>>" : " <<<1, 256>>>";
  if (needs_size && !has_size) out += " N=1024";
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

std::string configuration_of(const exec::source_signatures& found, const std::string& file) {
  std::string out = "# Cases for fpcheck test. Mend sizes and values; every option of fpcheck run is a key.\n";
  for (const kernel_signature& k : found.kernels)
    out += "\n# " + signature_of(k) + "\n[[case]]\nfile = " + toml_string(file) + "\nrun = " + toml_string(case_of(k, found)) +
           "\n# ref = \"softmax(x, 1)\"      what an output is compared with: OUT=EXPR, or OUT=@FILE.npy\n"
           "# expect = \"cancellation\"   the finding that the case must have\n";
  return out;
}

exit_code write_configuration(const exec::source_signatures& found, const init_command& c, const streams& s) {
  std::error_code error;
  if (std::filesystem::exists(c.target, error))
    return complain({"the file is there already", {c.target}, {}, "fpcheck init " + c.file + " prints lines to add to it"}, s);
  const std::filesystem::path folder = std::filesystem::absolute(c.target, error).parent_path();
  const std::filesystem::path relative = std::filesystem::relative(c.file, folder, error);
  const std::string name = error || relative.empty() ? c.file : relative.string();
  if (const auto ok = tensor::write_bytes(c.target, configuration_of(found, name)); !ok) return complain(ok.error(), s);
  s.out << found.kernels.size() << (found.kernels.size() == 1 ? " case in " : " cases in ") << c.target << '\n';
  return exit_code::passed;
}

} // namespace

exit_code init(const init_command& c, const streams& s) {
  const auto text = tensor::read_bytes(c.file);
  if (!text) return complain(text.error(), s);
  const auto found = exec::scan_signatures(*text, c.file);
  if (found.kernels.empty()) return complain({"there is no __global__ function in the file", {c.file}}, s);
  if (!c.target.empty()) return write_configuration(found, c, s);
  s.out << "// Put a line above each kernel, mend its sizes and values, then: fpcheck run " << c.file << '\n';
  for (const kernel_signature& k : found.kernels) s.out << "// fpcheck: " << case_of(k, found) << '\n';
  return exit_code::passed;
}

} // namespace fpcheck::cli
