// For the tests of run/ and report/: a result line with every member set.
#pragma once

#include <string>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

[[nodiscard]] inline ResultLine sample_line(const std::string& family,
                                            const std::string& detector = "rsg") {
  ResultLine line;
  line.key = RowKey{"audit",
                    "made_up",
                    family,
                    0,
                    detector,
                    "{\"k\":16}",
                    "fake@0000",
                    std::string(64, 'a'),
                    std::string(64, 'b'),
                    figures_text({})};
  line.figures.n_positives = line.positives.n = 40;
  line.figures.n_negatives = line.negatives.n = 200;
  line.figures.too_few = false;
  line.figures.auroc = 0.945;
  line.figures.detection = 0.902;
  line.figures.intervals = {{0.9, 0.97}, {0.85, 0.95}};
  line.positives.n_removed = 30;
  line.negatives.n_removed = 10;
  line.n_targets = 8;
  line.seconds = 1.5;
  line.machine = "a CPU, 2 cores";
  line.version = "0.1.0";
  return line;
}

// Of the answers table: measure i is (i + 1) / 10 without poisons and half of that with them.
[[nodiscard]] inline ResultLine sample_answers(const std::string& family,
                                               const std::string& defence = "none") {
  ResultLine line = sample_line(family, defence);
  line.key.table = kAnswersTable;
  line.figures = {};
  line.positives = line.negatives = {};
  line.answers.emplace();
  for (std::size_t i = 0; i < kAnswerMeasures; ++i) {
    const double value = static_cast<double>(i + 1) / 10;
    line.answers->clean[i] = {100, value, {value - 0.05, value + 0.05}};
    line.answers->poisoned[i] = {100, value / 2, {value / 2 - 0.05, value / 2 + 0.05}};
  }
  return line;
}

}  // namespace ragsieve::eval
