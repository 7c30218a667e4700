#pragma once
#include <fpcheck/analysis/what_if.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/session/settings.hpp>

namespace fpcheck::session {

/// What `--what-if WHERE:CHANGE` asks for. WHERE is `line 26`, `lines 26-30`, `all`, `kernel NAME`, an input, or a variable of the source, which means
/// the lines that assign to it. CHANGE is a format (`f64`, `bf16`, of an input also `e4m3fn scaled per 128`), `toward-zero`,
/// `stochastic` (with a format before it or the operation's own), `kahan`, `split`, `fuse`, `ftz` or `exact`. Several, separated by
/// `;`, are changed together.
/// Error: malformed, or there is no such place in the kernel, at its place in the word.
result<analysis::variation> read_variation(const exec::word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request);

/// The same, where WHERE may also be `kernels`: one variation for each kernel of the launches in which the change applies.
result<std::vector<analysis::variation>> read_variations(const exec::word& w, const kernel_file& file, const exec::program& code, const exec::run_request& request);

/// The lines of `text` in which `variable` is assigned or declared with a value.
std::vector<std::uint32_t> assigning_lines(const std::string& text, const std::string& variable);

} // namespace fpcheck::session
