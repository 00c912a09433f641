// Pieces that the text reports of all commands share: colours, columns, spans, the list of what
// could not be scored. Every string from outside passes through visible() here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

enum class Style { kPlain, kBold, kAlarm, kCaution, kFaint };

class TextPage {
 public:
  TextPage(const ReportOptions& options, const Sink& sink) : options_(options), out_(sink) {}

  // A line of text that is already printable.
  [[nodiscard]] Status line(std::string_view text = "");

  // `text` in a style, where colour is on. Pad before painting: colours have no width.
  [[nodiscard]] std::string paint(std::string_view text, Style style) const;

  // Reasons and spans of one document, one a line behind `indent` spaces.
  [[nodiscard]] Status details(const std::vector<std::string>& reasons,
                               const std::vector<Span>& spans, std::size_t indent);

  // The section of records that could not be scored; nothing when there are none.
  [[nodiscard]] Status unscored(const std::vector<Error>& errors, const Summary& summary);

  [[nodiscard]] Status heading(std::string_view text);
  [[nodiscard]] Status flush() { return out_.flush(); }

  // How many of `n` entries a list shows, by options.list_limit.
  [[nodiscard]] std::size_t shown(std::size_t n) const;

  // options.input_path where it can stand in a command as it is, else `placeholder`.
  [[nodiscard]] std::string input_name(std::string_view placeholder) const;

 private:
  const ReportOptions& options_;
  BufferedSink out_;
};

// `text` with spaces before or behind it, up to `width` bytes.
[[nodiscard]] std::string right(std::string_view text, std::size_t width);
[[nodiscard]] std::string left(std::string_view text, std::size_t width);

// "0.750"; "n/a" for what is not finite.
[[nodiscard]] std::string fixed(double value, int digits);

// "1 document", "3 documents".
[[nodiscard]] std::string counted(std::uint64_t n, std::string_view noun);

// How many records could not be scored: errors, and unscored names without an error of their own.
[[nodiscard]] std::vector<std::string> unscored_lines(const std::vector<Error>& errors,
                                                      const Summary& summary);

}  // namespace ragsieve
