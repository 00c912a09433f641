#include "eval/run/result_line.h"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace ragsieve::eval {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

json::Value count(std::size_t value) { return static_cast<std::uint64_t>(value); }

json::Value interval(const Interval& interval) {
  return json::Array{json::Value(interval.low), json::Value(interval.high)};  // NaN: null
}

Error bad(std::string_view name, const std::string& expected) {
  return make_error(Code::kInvalidInput, "is missing or no " + expected,
                    Where{"", 0, std::string(name)});
}

// Members of one object; the first that does not fit is kept as the error.
class Members {
 public:
  explicit Members(const json::Value& object) : object_(object) {}

  std::string text(std::string_view name) {
    const json::Value* value = object_.find(name);
    if (value != nullptr && value->string() != nullptr) return *value->string();
    fail(name, "string");
    return {};
  }
  std::size_t size(std::string_view name) {
    const json::Value* value = object_.find(name);
    const double number = value != nullptr && value->is_number() ? value->number() : -1;
    if (number >= 0 && number <= 1e15 && number == std::floor(number)) {
      return static_cast<std::size_t>(number);
    }
    fail(name, "count");
    return 0;
  }
  double number(std::string_view name) { return number_of(object_.find(name), name); }
  Interval pair(std::string_view name) {
    const json::Value* value = object_.find(name);
    const json::Array* array = value == nullptr ? nullptr : value->array();
    if (array == nullptr || array->size() != 2) {
      fail(name, "pair of numbers");
      return {};
    }
    return {number_of(array->data(), name), number_of(array->data() + 1, name)};
  }
  bool flag(std::string_view name) {
    const json::Value* value = object_.find(name);
    if (value != nullptr && value->boolean() != nullptr) return *value->boolean();
    fail(name, "boolean");
    return false;
  }
  [[nodiscard]] Status status() const { return status_; }

 private:
  double number_of(const json::Value* value, std::string_view name) {
    if (value != nullptr && value->is_number()) return value->number();
    const bool null = value != nullptr && std::holds_alternative<std::nullptr_t>(value->storage());
    if (!null) fail(name, "number");
    return kNaN;
  }
  void fail(std::string_view name, const std::string& expected) {
    if (status_.ok()) status_ = bad(name, expected);
  }

  const json::Value& object_;
  Status status_ = ok_status();
};

}  // namespace

std::string figures_text(const DetectionOptions& options) {
  return json::dump(json::Object{{"budget", options.budget},
                                 {"fewest_positives", count(options.fewest_positives)},
                                 {"draws", count(options.bootstrap.n_draws)},
                                 {"level", options.bootstrap.level},
                                 {"seed", options.bootstrap.seed}});
}

json::Value to_json(const ResultLine& line) {
  const DetectionFigures& figures = line.figures;
  return json::Object{{"table", line.key.table},
                      {"dataset", line.key.dataset},
                      {"family", line.key.family},
                      {"per_target", count(line.key.per_target)},
                      {"detector", line.key.detector},
                      {"config", line.key.config},
                      {"encoder", line.key.encoder},
                      {"corpus_digest", line.key.corpus_digest},
                      {"poisons_digest", line.key.poisons_digest},
                      {"figures", line.key.figures},
                      {"n_positives", count(figures.n_positives)},
                      {"n_negatives", count(figures.n_negatives)},
                      {"n_targets", count(line.n_targets)},
                      {"too_few", figures.too_few},
                      {"auroc", figures.auroc},
                      {"auroc_interval", interval(figures.intervals.auroc)},
                      {"detection", figures.detection},
                      {"detection_interval", interval(figures.intervals.detection)},
                      {"removed_positives", count(line.positives.n_removed)},
                      {"removed_negatives", count(line.negatives.n_removed)},
                      {"seconds", line.seconds},
                      {"machine", line.machine},
                      {"version", line.version}};
}

Result<ResultLine> result_line_of(const json::Value& value) {
  if (value.object() == nullptr) {
    return make_error(Code::kInvalidInput, "is no object, expected a result");
  }
  Members members(value);
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
  line.figures.n_positives = line.positives.n = members.size("n_positives");
  line.figures.n_negatives = line.negatives.n = members.size("n_negatives");
  line.n_targets = members.size("n_targets");
  line.figures.too_few = members.flag("too_few");
  line.figures.auroc = members.number("auroc");
  line.figures.intervals.auroc = members.pair("auroc_interval");
  line.figures.detection = members.number("detection");
  line.figures.intervals.detection = members.pair("detection_interval");
  line.positives.n_removed = members.size("removed_positives");
  line.negatives.n_removed = members.size("removed_negatives");
  line.seconds = members.number("seconds");
  line.machine = members.text("machine");
  line.version = members.text("version");
  RAGSIEVE_CHECK(members.status());
  return line;
}

}  // namespace ragsieve::eval
