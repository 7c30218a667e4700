#pragma once
#include <fpcheck/interval/decorated.hpp>

#include <string>
#include <vector>

/// The test language of the ITF1788 suite.
namespace fpcheck::interval::itl {

/// An operand or a result.
struct value {
  enum class kind { number, bare, decorated, text, word, list };
  kind is = kind::number;
  double number = 0;
  fpcheck::interval::decorated<double> set{};
  std::string text;
  std::vector<double> list;

  bool operator==(const value&) const;
};

/// One statement: operation, operands, results and what the suite says of exceptions.
struct statement {
  std::string testcase;
  std::string operation;
  std::vector<value> inputs;
  std::vector<value> outputs;
  std::vector<value> accurate; ///< after "<=": a wider result that is accepted
  std::string signal;
  std::string source; ///< as written, for messages and errata
  int line = 0;
};

/// All statements of a file. Throws std::runtime_error with the line where it does not understand.
std::vector<statement> read(const std::string& path);

/// How an operation went.
struct outcome {
  bool known = false; ///< whether the operation exists here
  std::vector<value> results;
  bool undefined = false; ///< whether it reported an undefined operation
};

/// Runs one statement.
outcome run(const statement& s);

} // namespace fpcheck::interval::itl
