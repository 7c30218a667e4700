#pragma once

namespace fpcheck::sweep {

/// A kernel of library_kernels.ptx or searched_kernels.ptx, compiled in.
struct library_kernel_text {
  const char* id;   ///< of the function
  const char* text;
};
extern const char* const library_head;
extern const library_kernel_text library_kernel_texts[]; ///< until a null id
extern const char* const searched_head;
extern const library_kernel_text searched_kernel_texts[]; ///< until a null id
/// The PTX of judge_kernel.cu.
extern const char* const judge_kernel_text;
/// The PTX of stretch_kernel.cu.
extern const char* const stretch_kernel_text;

} // namespace fpcheck::sweep
