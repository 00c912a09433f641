// What the golden tests share: where the reference numbers and texts lie (RAGSIEVE_SHARED, default
// ../shared from the folder the tests run in), JSONL, and texts by dataset and id. What cannot be
// read fails the running test. One thread at a time.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/json/value.h"

namespace ragsieve {

// `relative` inside the shared folder.
[[nodiscard]] std::string shared_path(const std::string& relative);

// Whether the shared folder has reference numbers.
[[nodiscard]] bool shared_present();

[[nodiscard]] bool path_exists(const std::string& path);

// The records of a JSONL file, blank lines skipped.
[[nodiscard]] std::vector<json::Value> read_jsonl(const std::string& path);

// strip(title + " " + text); an absent title is empty.
[[nodiscard]] std::string indexed_text(const json::Value& record);

// The text of a record of data/<dataset>, from its corpus.jsonl or its poisons.jsonl.
[[nodiscard]] std::string text_of(const std::string& dataset, const std::string& id);

}  // namespace ragsieve

// Skips the running test where `relative` is not in the shared folder.
#define RAGSIEVE_NEEDS_SHARED(relative)                                                        \
  do {                                                                                         \
    const std::string needed = ragsieve::shared_path(relative);                                \
    if (!ragsieve::path_exists(needed)) GTEST_SKIP() << "skipped: " << needed << " is absent"; \
  } while (false)
