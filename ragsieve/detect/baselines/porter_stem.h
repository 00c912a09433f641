// The English stemmer of Porter (1980), with the two rules that its author added later (-bli to
// -ble, -logi to -log). Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace ragsieve::baselines {

// The stem of a word of lower-case ASCII letters; other bytes count as consonants. Words of up to
// two letters are their own stems.
[[nodiscard]] std::string porter_stem(std::string_view word);

}  // namespace ragsieve::baselines
