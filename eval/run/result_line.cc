#include "eval/run/result_line.h"

#include "eval/run/line_members.h"

namespace ragsieve::eval {
namespace {

json::Value count(std::size_t value) { return static_cast<std::uint64_t>(value); }

json::Value interval_json(const Interval& interval) {
  return json::Array{json::Value(interval.low), json::Value(interval.high)};  // NaN: null
}

void add_detection(const ResultLine& line, json::Object& object) {
  const DetectionFigures& figures = line.figures;
  const json::Object members{{"n_positives", count(figures.n_positives)},
                             {"n_negatives", count(figures.n_negatives)},
                             {"too_few", figures.too_few},
                             {"auroc", figures.auroc},
                             {"auroc_interval", interval_json(figures.intervals.auroc)},
                             {"detection", figures.detection},
                             {"detection_interval", interval_json(figures.intervals.detection)},
                             {"removed_positives", count(line.positives.n_removed)},
                             {"removed_negatives", count(line.negatives.n_removed)}};
  object.insert(object.end(), members.begin(), members.end());
}

void read_detection(LineMembers& members, ResultLine& line) {
  line.figures.n_positives = line.positives.n = members.size("n_positives");
  line.figures.n_negatives = line.negatives.n = members.size("n_negatives");
  line.figures.too_few = members.flag("too_few");
  line.figures.auroc = members.number("auroc");
  line.figures.intervals.auroc = members.pair("auroc_interval");
  line.figures.detection = members.number("detection");
  line.figures.intervals.detection = members.pair("detection_interval");
  line.positives.n_removed = members.size("removed_positives");
  line.negatives.n_removed = members.size("removed_negatives");
}

json::Value answers_json(const AnswerFigures& figures) {
  json::Object object;
  for (std::size_t i = 0; i < kAnswerMeasures; ++i) {
    object.emplace_back(kAnswerMeasureNames[i],
                        json::Object{{"n", count(figures[i].n)},
                                     {"value", figures[i].value},
                                     {"interval", interval_json(figures[i].interval)}});
  }
  return object;
}

Result<AnswerFigures> read_answers(const json::Value& value, const std::string& name) {
  AnswerFigures figures;
  LineMembers measures(value, name + ".");
  for (std::size_t i = 0; i < kAnswerMeasures; ++i) {
    const json::Value* found = measures.object(kAnswerMeasureNames[i]);
    RAGSIEVE_CHECK(measures.status());
    LineMembers members(*found, name + "." + std::string(kAnswerMeasureNames[i]) + ".");
    figures[i] = {members.size("n"), members.number("value"), members.pair("interval")};
    RAGSIEVE_CHECK(members.status());
  }
  return figures;
}

Status read_both_answers(const json::Value& line, AnswersFigures& figures) {
  LineMembers members(line);
  const json::Value* clean = members.object("clean");
  const json::Value* poisoned = members.object("poisoned");
  RAGSIEVE_CHECK(members.status());
  RAGSIEVE_TRY(figures.clean, read_answers(*clean, "clean"));
  RAGSIEVE_TRY(figures.poisoned, read_answers(*poisoned, "poisoned"));
  return ok_status();
}

}  // namespace

std::string figures_text(const DetectionOptions& options) {
  return json::dump(json::Object{{"budget", options.budget},
                                 {"fewest_positives", count(options.fewest_positives)},
                                 {"draws", count(options.bootstrap.n_draws)},
                                 {"level", options.bootstrap.level},
                                 {"seed", options.bootstrap.seed}});
}

json::Value to_json(const ResultLine& line) {
  json::Object object{{"table", line.key.table},
                      {"dataset", line.key.dataset},
                      {"family", line.key.family},
                      {"per_target", count(line.key.per_target)},
                      {"detector", line.key.detector},
                      {"config", line.key.config},
                      {"encoder", line.key.encoder},
                      {"corpus_digest", line.key.corpus_digest},
                      {"poisons_digest", line.key.poisons_digest},
                      {"figures", line.key.figures},
                      {"n_targets", count(line.n_targets)}};
  if (line.answers) {
    object.emplace_back("clean", answers_json(line.answers->clean));
    object.emplace_back("poisoned", answers_json(line.answers->poisoned));
  } else {
    add_detection(line, object);
  }
  object.emplace_back("seconds", line.seconds);
  object.emplace_back("machine", line.machine);
  object.emplace_back("version", line.version);
  return object;
}

Result<ResultLine> result_line_of(const json::Value& value) {
  if (value.object() == nullptr) {
    return make_error(Code::kInvalidInput, "is no object, expected a result");
  }
  LineMembers members(value);
  ResultLine line;
  line.key.table = members.text("table");
  line.key.dataset = members.text("dataset");
  line.key.family = members.text("family");
  line.key.per_target = members.size("per_target");
  line.key.detector = members.text("detector");
  line.key.config = members.text("config");
  line.key.encoder = members.text("encoder");
  line.key.corpus_digest = members.text("corpus_digest");
  line.key.poisons_digest = members.text("poisons_digest");
  line.key.figures = members.text("figures");
  line.n_targets = members.size("n_targets");
  if (line.key.table == kAnswersTable) {
    RAGSIEVE_CHECK(read_both_answers(value, line.answers.emplace()));
  } else {
    read_detection(members, line);
  }
  line.seconds = members.number("seconds");
  line.machine = members.text("machine");
  line.version = members.text("version");
  RAGSIEVE_CHECK(members.status());
  return line;
}

}  // namespace ragsieve::eval
