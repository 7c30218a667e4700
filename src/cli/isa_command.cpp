#include <fpcheck/exec/coverage.hpp>
#include <fpcheck/exec/levels.hpp>
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/session/kernel_file.hpp>

#include "commands.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace fpcheck::cli {
namespace {

/// What a file needs that is not modelled: each instruction with its uses.
struct need {
  std::size_t uses = 0;
  std::uint32_t ptx_line = 0; ///< of the first
  std::string where;          ///< source line of the first
};

std::string source_of(const ptx::module& m, ptx::index position) {
  if (position == ptx::none || position >= m.positions.size()) return {};
  const ptx::source_position& p = m.positions[position];
  if (p.file == ptx::none || p.file >= m.files.size() || p.line == 0) return {};
  return m.files[p.file] + ':' + std::to_string(p.line);
}

std::map<std::string, need> needs_of(const exec::program& program) {
  std::map<std::string, need> out;
  for (const exec::unsupported& u : program.missing) {
    need& n = out[u.what];
    const exec::op& o = program.ops[u.pc];
    if (n.uses++ == 0) n = {1, o.ptx_line, source_of(*program.module, o.position)};
  }
  return out;
}

exit_code check_file(const std::string& path, const streams& s) {
  auto file = session::kernel_file::open(path, "");
  if (!file) return complain(file.error(), s);
  const auto code = file->code({}, {});
  if (!code) return complain(code.error(), s);
  const auto needs = needs_of(*(*code)->program);
  std::set<std::string> forms;
  std::size_t instructions = 0;
  for (const ptx::function& f : (*code)->module.functions)
    for (const ptx::instruction& i : f.body) {
      ++instructions;
      forms.insert(i.text);
    }
  s.out << path << ": " << instructions << " instructions, " << forms.size() << " different\n";
  for (const auto& [what, n] : needs) {
    s.out << "  not modelled: " << what << "  (" << n.uses << (n.uses == 1 ? " use" : " uses") << ", first at PTX line "
          << n.ptx_line;
    if (!n.where.empty())
      s.out << ", " << file->shown(n.where.substr(0, n.where.rfind(':'))) << n.where.substr(n.where.rfind(':'));
    s.out << ")\n";
  }
  if (needs.empty()) s.out << "  everything is modelled\n";
  return needs.empty() ? exit_code::passed : exit_code::incomplete;
}

} // namespace

exit_code isa(const isa_command& c, const streams& s) {
  if (const auto level = exec::chosen_level(); !level) return complain(level.error(), s);
  if (!c.check.empty()) return check_file(c.check, s);
  std::size_t shown = 0, modelled = 0, later = 0;
  for (std::size_t k = 1; k < static_cast<std::size_t>(ptx::form::count); ++k) {
    const auto f = static_cast<ptx::form>(k);
    if (!std::string(ptx::syntax(f)).starts_with(c.filter)) continue;
    ++shown;
    const bool known = exec::is_modelled(f);
    modelled += known;
    const exec::absence why = exec::absence_of(f);
    later += why == exec::absence::later_devices;
    s.out << (known ? exec::inexactness(f).empty() ? "exact   " : "modelled" : "-       ") << "  " << ptx::name(f) << "  " << ptx::syntax(f);
    if (known && !exec::inexactness(f).empty()) s.out << "  (" << exec::inexactness(f) << ')';
    if (!known) s.out << "  (" << (why == exec::absence::none ? "not modelled" : text(why)) << ')';
    s.out << '\n';
  }
  if (shown == 0) return complain({"no instruction form starts with '" + c.filter + "'", {"command line"}}, s);
  s.out << shown << " instruction forms, " << modelled << " modelled; of the others " << later << " need sm_100 or later, " << shown - modelled - later << " are left for sm_80 to sm_90\n";
  return exit_code::passed;
}

} // namespace fpcheck::cli
