#include "ragsieve/store/postgres/postgres_error.h"

#include "ragsieve/store/database.h"

namespace ragsieve {
namespace {

struct SqlState {
  std::string_view opening;  // of the five characters
  Code code;
};

// The first row that fits.
constexpr SqlState kStates[] = {
    {"08P01", Code::kInternal},                                   // parameters and statement differ
    {"08", Code::kUnavailable},                                   // connection
    {"22", Code::kInvalidInput},                                  // a value does not fit its type
    {"23", Code::kInvalidInput},                                  // a constraint
    {"25006", Code::kUnavailable},                                // a standby: read only
    {"28", Code::kInvalidConfig},                                 // not let in
    {"3D", Code::kInvalidConfig},                                 // no such database
    {"3F", Code::kInvalidConfig},                                 // no such schema
    {"40", Code::kTimedOut},                                      // another session was in the way
    {"42501", Code::kInvalidConfig},                              // not allowed
    {"42", Code::kInternal},                                      // wrong SQL
    {"53100", Code::kNoSpace},       {"53", Code::kUnavailable},  // memory, connections
    {"54", Code::kTooLarge},         {"55P03", Code::kTimedOut},
    {"57014", Code::kTimedOut},      {"57", Code::kUnavailable},  // shut down
    {"XX001", Code::kCorrupt},       {"XX002", Code::kCorrupt},
};

Code code_of(std::string_view sqlstate) {
  for (const SqlState& state : kStates) {
    if (sqlstate.starts_with(state.opening)) return state.code;
  }
  return Code::kIo;
}

}  // namespace

Error postgres_error(std::string_view sqlstate, std::string_view message) {
  if (sqlstate == "23505") return duplicate_error("a row with this key is stored already");
  const Code code = code_of(sqlstate);
  std::string text = "PostgreSQL: ";
  if (code == Code::kNoSpace) {
    text += "the server's disk is full: nothing was changed; free some space there";
  } else if (sqlstate.starts_with("22") || message.empty()) {
    text += "the server refused a statement";
  } else {
    text += message;
  }
  return make_error(code, text + " (SQLSTATE " + std::string(sqlstate) + ")");
}

}  // namespace ragsieve
