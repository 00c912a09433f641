#include "ragsieve/service/corpora.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr std::size_t kPathBytes = 4096;

Error wrong(std::string message, const char* member) {
  return make_error(Code::kInvalidArgument, std::move(message), Where{"", 0, member});
}

Status check_name(const std::string& name) {
  if (is_plain_name(name)) return ok_status();
  return wrong("the name of a corpus is made of a-z, 0-9, _ and -, 1 to 64 of them", "name");
}

// Whether all parts of `inner` begin with those of `outer`.
bool lies_below(const std::filesystem::path& inner, const std::filesystem::path& outer) {
  const auto [at, rest] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return at == outer.end();
}

Error no_such(const std::string& name) {
  const std::string shown = check_name(name).ok() ? " '" + name + "'" : " of this name";
  return make_error(Code::kNotFound, "there is no corpus" + shown, Where{"", 0, "corpus"});
}

Status log(Stores& stores, std::int64_t now_us, const std::string& who, const char* action,
           const std::string& name) {
  return stores.audit_log.append({0, now_us, who, action, name, "done"});
}

}  // namespace

// Links are followed before it is looked where the path leads.
Result<std::string> Corpora::resolve(const std::string& path) const {
  if (folder_.empty()) {
    return make_error(Code::kUnavailable, "no corpus can be had: [server] corpora_dir is not set");
  }
  if (path.empty() || path.size() > kPathBytes || path.find('\0') != path.npos) {
    return wrong("the path has " + std::to_string(path.size()) +
                     " bytes or holds U+0000, expected 1 to 4096 without it",
                 "path");
  }
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::canonical(folder_, failed);
  if (failed) return system_error(failed.value(), "find the folder of corpora", folder_);
  const std::filesystem::path asked(path);
  const std::filesystem::path found = std::filesystem::canonical(folder / asked, failed);
  const bool leads_out = asked.is_absolute() || (!failed && !lies_below(found, folder));
  const bool climbs = std::ranges::find(asked, std::filesystem::path("..")) != asked.end();
  if (leads_out || climbs) return wrong("the path leads out of the folder of corpora", "path");
  if (failed) {
    return make_error(Code::kNotFound, "there is no such file or folder below the corpora",
                      Where{"", 0, "path"});
  }
  return found.string();
}

Result<StoredCorpus> Corpora::put(const std::string& name, const std::string& path,
                                  const std::string& who) {
  RAGSIEVE_CHECK(check_name(name));
  RAGSIEVE_TRY([[maybe_unused]] const std::string found, resolve(path));
  const std::int64_t now_us = clock_.now_ms() * 1000;
  const StoredCorpus made{name, path, std::nullopt, "registered", now_us, now_us};
  RAGSIEVE_CHECK(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const std::optional<StoredCorpus> there, stores.corpora.find(name));
    RAGSIEVE_CHECK(there ? stores.corpora.move(name, path, now_us) : stores.corpora.add(made));
    return log(stores, now_us, who, "put corpus", name);
  }));
  return find(name);
}

Result<StoredCorpus> Corpora::find(const std::string& name) {
  if (!check_name(name).ok()) return no_such(name);  // a database may refuse the text
  RAGSIEVE_TRY(std::optional<StoredCorpus> found,
               state_.use([&](Stores& stores) { return stores.corpora.find(name); }));
  if (!found) return no_such(name);
  return *std::move(found);
}

Result<std::vector<StoredCorpus>> Corpora::list() {
  return state_.use([](Stores& stores) { return stores.corpora.list(); });
}

Status Corpora::remove(const std::string& name, const std::string& who) {
  if (!check_name(name).ok()) return no_such(name);
  return state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const bool removed, stores.corpora.remove(name));
    if (!removed) return no_such(name);
    return log(stores, clock_.now_ms() * 1000, who, "remove corpus", name);
  });
}

Result<std::string> Corpora::path_of(const std::string& name) {
  RAGSIEVE_TRY(const StoredCorpus corpus, find(name));
  return resolve(corpus.path);
}

Status Corpora::note(const std::string& name, const std::string& state,
                     const std::optional<Digest>& manifest) {
  return state_.use([&](Stores& stores) {
    return stores.corpora.update(name, state, manifest, clock_.now_ms() * 1000);
  });
}

}  // namespace ragsieve
