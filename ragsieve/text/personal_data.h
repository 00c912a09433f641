// Personal data in what users ask: mail addresses, telephone, card and account numbers, and the
// name behind "my name is". What is found is masked before a question from a log becomes a probe.
// A rule of thumb, not a proof: it looks for forms, not for persons. Time linear in the text.
// Pure functions; any thread may call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/core/span.h"

namespace ragsieve {

struct PersonalDatum {
  ByteRange range;
  std::string_view kind;  // "email", "phone", "card", "account", "name"
};

// In order, none overlapping. A card number has 13 to 19 digits and Luhn's check digit; an IBAN
// its check digits; a telephone number a "+", "00", a leading 0 with nine digits, or groups of
// 3-3-4; any other run of nine digits, or of five behind a word like "account", is an account.
// Dates, years and amounts are none.
[[nodiscard]] std::vector<PersonalDatum> find_personal_data(std::string_view text);

// `text` with "[email]", "[phone]" and so on in place of what was found.
[[nodiscard]] std::string mask_personal_data(std::string_view text);

}  // namespace ragsieve
