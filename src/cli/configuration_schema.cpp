#include <fpcheck/session/settings.hpp>

#include "test_plan.hpp"

#include <nlohmann/json.hpp>

namespace fpcheck::cli {
namespace {

using nlohmann::ordered_json;

ordered_json text(const char* description) { return {{"type", "string"}, {"description", description}}; }

/// What a key may hold: a switch true or false, an option a string or a number, or a list of them where it may be given again.
ordered_json schema_of(const session::option_row& row) {
  if (*row.placeholder == '\0') return {{"type", "boolean"}, {"description", row.help}};
  const ordered_json one{{"type", {"string", "number"}}};
  ordered_json out{{"description", std::string(row.placeholder) + ": " + row.help}};
  if (row.repeats) out["anyOf"] = {one, {{"type", "array"}, {"items", one}}};
  else out.update(one);
  return out;
}

ordered_json options() {
  ordered_json out = ordered_json::object();
  for (const session::option_row& row : session::case_options()) out[row.name] = schema_of(row);
  return out;
}

} // namespace

std::string configuration_schema() {
  ordered_json one_case{{"file", text("a .cu or .ptx, relative to this file")},
                        {"name", text("instead of KERNEL <<<GRID, BLOCK>>> in reports")},
                        {"run", {{"description", "KERNEL <<<GRID, BLOCK>>> NAME=VALUE ..., or a list of such launches that share buffers; without it every case of the file"},
                                 {"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}}}}}}};
  one_case.update(options());
  const ordered_json out{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "fpcheck.toml: the cases of fpcheck test"},
      {"type", "object"},
      {"additionalProperties", false},
      {"properties",
       {{"files", {{"type", "array"}, {"items", text("a file, or a pattern such as kernels/**/*.cu; the // fpcheck: cases in it run")}}},
        {"case", {{"type", "array"}, {"items", {{"type", "object"}, {"required", {"file"}}, {"additionalProperties", false}, {"properties", one_case}}}}},
        {"defaults", {{"type", "object"}, {"description", "options of every case, which its own come behind"}, {"additionalProperties", false}, {"properties", options()}}}}}};
  return out.dump(2) + '\n';
}

} // namespace fpcheck::cli
