#include "ragsieve/gate/calibration.h"

#include <algorithm>
#include <limits>

#include "ragsieve/base/limits.h"
#include "ragsieve/stats/conformal.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "ragsieve calibration 1\n";
constexpr std::size_t kMostSignals = 64;
constexpr std::size_t kNameBytes = 64;

// count / total in millionths, rounded up: a p-value is never shown smaller than it is.
Millionths share(std::size_t count, std::size_t total) {
  const auto whole = static_cast<std::uint64_t>(total);
  const std::uint64_t scaled = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(kOne);
  return static_cast<Millionths>((scaled + whole - 1) / whole);
}

std::size_t at_least(const std::vector<Millionths>& ascending, Millionths score) {
  return static_cast<std::size_t>(ascending.end() -
                                  std::lower_bound(ascending.begin(), ascending.end(), score));
}

Error corrupt(const std::string& path, const std::string& found) {
  return make_error(Code::kCorrupt, "is no calibration: " + found + "; delete it, it is made again",
                    Where{path, 0, ""});
}

std::string too_few(std::size_t n_documents, Millionths alpha) {
  const auto needed = (kOne + std::max<Millionths>(alpha, 1) - 1) / std::max<Millionths>(alpha, 1);
  return std::to_string(n_documents) + " trusted documents are too few for alpha (" +
         std::to_string(needed - 1) +
         " are needed): the p-value rules are left out, the decisive rules stay";
}

}  // namespace

Result<Calibration> Calibration::fit(std::vector<SignalScores> signals, const Digest& manifest) {
  const auto refused = [](const std::string& message) {
    return make_error(Code::kInvalidArgument, "a calibration was given " + message);
  };
  if (signals.size() > kMostSignals) {
    return refused(std::to_string(signals.size()) + " signals, expected at most " +
                   std::to_string(kMostSignals));
  }
  Calibration calibration;
  calibration.manifest_ = manifest;
  if (!signals.empty()) calibration.n_documents_ = signals.front().scores.size();
  for (SignalScores& signal : signals) {
    if (signal.name.empty() || signal.name.size() > kNameBytes) {
      return refused("a signal whose name has " + std::to_string(signal.name.size()) +
                     " bytes, expected 1 to " + std::to_string(kNameBytes));
    }
    if (calibration.find(signal.name) != nullptr) return refused(signal.name + " twice");
    if (signal.scores.size() != calibration.n_documents_) {
      return refused(std::to_string(signal.scores.size()) + " scores of " + signal.name +
                     ", expected " + std::to_string(calibration.n_documents_) +
                     ", one for each document");
    }
    Reference reference;
    reference.scores = std::move(signal);
    reference.ascending = reference.scores.scores;
    std::sort(reference.ascending.begin(), reference.ascending.end());
    reference.ranks = descending_ranks(reference.scores.scores);
    calibration.references_.push_back(std::move(reference));
  }
  return calibration;
}

const Calibration::Reference* Calibration::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      references_, [&](const Reference& reference) { return reference.scores.name == name; });
  return found == references_.end() ? nullptr : &*found;
}

std::vector<std::string_view> Calibration::signal_names() const {
  std::vector<std::string_view> names;
  for (const Reference& reference : references_) names.emplace_back(reference.scores.name);
  return names;
}

bool Calibration::enough_for(Millionths alpha) const { return share(1, n_documents_ + 1) <= alpha; }

std::optional<Millionths> Calibration::p(std::string_view name, Millionths score) const {
  const Reference* reference = find(name);
  if (reference == nullptr) return std::nullopt;
  return share(1 + at_least(reference->ascending, score), n_documents_ + 1);
}

GateP Calibration::gate_p(std::span<const NamedScore> scores, Millionths alpha) const {
  GateP gate;
  struct Part {
    const Reference* reference;
    Millionths score;
  };
  std::vector<Part> parts;
  std::size_t smallest = std::numeric_limits<std::size_t>::max();  // T as a rank
  for (const NamedScore& named : scores) {
    const Reference* reference = find(named.name);
    if (reference == nullptr) {
      gate.notes.push_back(std::string(named.name) + " is not calibrated on this corpus");
      continue;
    }
    parts.push_back({reference, named.score});
    const std::size_t rank = 1 + at_least(reference->ascending, named.score);
    if (rank >= smallest) continue;
    smallest = rank;
    gate.signal = named.name;
  }
  if (!enough_for(alpha)) {
    gate.notes.push_back(too_few(n_documents_, alpha));
    return gate;
  }
  if (parts.empty()) return gate;
  std::size_t as_rare = 1;
  for (std::size_t i = 0; i < n_documents_; ++i) {
    const bool is_as_rare = std::ranges::any_of(parts, [&](const Part& part) {
      const std::size_t candidate = part.score >= part.reference->scores.scores[i] ? 1 : 0;
      return part.reference->ranks[i] + candidate <= smallest;
    });
    if (is_as_rare) ++as_rare;
  }
  gate.p = share(as_rare, n_documents_ + 1);
  return gate;
}

Alarms Calibration::alarms(std::span<const std::string_view> names, Millionths alpha) const {
  Alarms alarms;
  alarms.n_documents = n_documents_;
  alarms.expected = from_millionths(alpha) * static_cast<double>(n_documents_);
  std::vector<std::uint32_t> smallest(n_documents_, std::numeric_limits<std::uint32_t>::max());
  bool any = false;
  for (const std::string_view name : names) {
    const Reference* reference = find(name);
    if (reference == nullptr) continue;
    any = true;
    for (std::size_t i = 0; i < n_documents_; ++i) {
      smallest[i] = std::min(smallest[i], reference->ranks[i]);
    }
  }
  if (!any) return alarms;
  // Document i against the others: 1 for itself, and those of the others that are as rare.
  std::vector<std::uint32_t> ascending = smallest;
  std::sort(ascending.begin(), ascending.end());
  for (const std::uint32_t rank : smallest) {
    const auto as_rare = std::upper_bound(ascending.begin(), ascending.end(), rank);
    const auto count = static_cast<std::size_t>(as_rare - ascending.begin());
    if (share(count, n_documents_) <= alpha) ++alarms.seen;
  }
  return alarms;
}

std::string Calibration::to_bytes() const {
  StoredWriter out(kMagic);
  for (const std::uint8_t byte : manifest_.bytes) out.number(byte);
  out.number(static_cast<std::uint64_t>(n_documents_));
  out.number(static_cast<std::uint32_t>(references_.size()));
  for (const Reference& reference : references_) {
    out.text(reference.scores.name);
    for (const Millionths score : reference.scores.scores) {
      out.number(static_cast<std::uint64_t>(score));
    }
  }
  return std::move(out).finish();
}

Result<Calibration> Calibration::from_bytes(std::string_view bytes, const std::string& path) {
  StoredReader in(bytes, kMagic);
  Digest manifest;
  for (std::uint8_t& byte : manifest.bytes) byte = in.number<std::uint8_t>();
  const auto n_documents = in.number<std::uint64_t>();
  const auto n_signals = in.number<std::uint32_t>();
  if (!in.fault().empty()) return corrupt(path, in.fault());
  if (n_signals > kMostSignals || n_documents > limits::kCorpusRecords ||
      (n_signals == 0 && n_documents != 0) || n_documents * 8 * n_signals > in.bytes_left()) {
    return corrupt(path, std::to_string(n_signals) + " signals of " + std::to_string(n_documents) +
                             " documents in " + std::to_string(in.bytes_left()) + " bytes");
  }
  std::vector<SignalScores> signals(n_signals);
  for (SignalScores& signal : signals) {
    signal.name = in.text();
    if (in.bytes_left() < n_documents * 8) return corrupt(path, "ends too early");
    signal.scores.reserve(n_documents);
    for (std::uint64_t i = 0; i < n_documents; ++i) {
      signal.scores.push_back(static_cast<Millionths>(in.number<std::uint64_t>()));
    }
  }
  if (!in.fault().empty()) return corrupt(path, in.fault());
  if (in.bytes_left() != 0) {
    return corrupt(path, std::to_string(in.bytes_left()) + " bytes behind the last signal");
  }
  Result<Calibration> calibration = fit(std::move(signals), manifest);
  if (!calibration.ok()) return corrupt(path, calibration.error().message);
  return calibration;
}

std::size_t changed_documents(std::span<const Digest> fitted, std::span<const Digest> now) {
  std::size_t gone = 0;
  std::size_t added = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < fitted.size() && j < now.size()) {
    if (fitted[i] == now[j]) {
      ++i;
      ++j;
    } else if (fitted[i] < now[j]) {
      ++gone;
      ++i;
    } else {
      ++added;
      ++j;
    }
  }
  return std::max(gone + fitted.size() - i, added + now.size() - j);
}

bool must_refit(std::size_t n_fitted, std::size_t n_changed) { return n_changed * 20 > n_fitted; }

}  // namespace ragsieve
