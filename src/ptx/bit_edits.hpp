#pragma once
#include "joint_edits.hpp"

#include <map>
#include <optional>
#include <string>

namespace fpcheck::ptx {

/// The statement that defines a register, if it is one. A pair's first register stands for it.
class single_definitions {
public:
  explicit single_definitions(const std::vector<numbered_statement>& all);
  const numbered_statement* of(const std::string& name) const;

private:
  const std::vector<numbered_statement>& all_;
  std::map<std::string, unsigned> count_;
  std::map<std::string, std::size_t> last_;
};

/// An edit of the instruction at `at` so far without text.
edit unwritten_edit(index function, index at, unsigned rank, std::string with, std::string now);

/// Changes of integer code that handles the bits of numbers, and of fields of words: signs of fields, halves of words, exponents, keys, numbers that
/// are cut to integers before they are scaled.
std::vector<edit> bit_edits(index function, const std::vector<numbered_statement>& all);

/// Numbers that integer code packs into fewer bits, converted as the device does it.
std::vector<edit> hand_conversion_edits(index function, const std::vector<numbered_statement>& all);

} // namespace fpcheck::ptx
