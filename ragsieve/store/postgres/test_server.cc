#include <fcntl.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "ragsieve/base/file.h"
#include "ragsieve/store/postgres/test_server_internal.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;

constexpr int kStartSeconds = 60;

bool has_programs(const fs::path& folder) {
  return ::access((folder / "initdb").c_str(), X_OK) == 0 &&
         ::access((folder / "postgres").c_str(), X_OK) == 0;
}

// In PATH, or where Debian keeps each version; empty where there is none.
std::string find_programs() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (has_programs(folder)) return folder;
  }
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    if (has_programs(version.path() / "bin")) return version.path() / "bin";
  }
  return "";
}

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

}  // namespace

Status TestServer::make() {
  programs_ = find_programs();
  if (programs_.empty()) {
    return make_error(Code::kNotFound, "no PostgreSQL server is installed (initdb, postgres)");
  }
  user_ = ::getuid();
  group_ = ::getgid();
  if (user_ == 0) {
    const passwd* user = ::getpwnam("postgres");
    if (user == nullptr) return make_error(Code::kNotFound, "there is no user 'postgres'");
    user_ = user->pw_uid;
    group_ = user->pw_gid;
    if (::chown(folder_.path().c_str(), user_, group_) != 0) {
      return system_error(errno, "give away", folder_.path());
    }
  }
  const pid_t initdb =
      spawn("initdb", {"--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust",
                       "--username=ragsieve", "--pgdata=" + folder_.path() + "/data"});
  int status = 0;
  ::waitpid(initdb, &status, 0);
  if (status != 0) return make_error(Code::kIo, "initdb failed: " + log());
  return ok_status();
}

pid_t TestServer::spawn(const std::string& program, const std::vector<std::string>& arguments) {
  const std::string path = programs_ + "/" + program;
  const std::string log_path = folder_.path() + "/log";
  std::vector<char*> argv{const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  const bool other = user_ != ::getuid();
  if (other && (::setgid(group_) != 0 || ::setuid(user_) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // a test that dies leaves no server behind
  if (::getppid() != parent || ::chdir(folder_.path().c_str()) != 0) ::_exit(126);
  const int log_file = ::open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(log_file, STDOUT_FILENO);
  ::dup2(log_file, STDERR_FILENO);
  ::execv(path.c_str(), argv.data());
  ::_exit(127);
}

Status TestServer::start() {
  std::vector<std::string> arguments{"-D", folder_.path() + "/data"};
  // fsync off: what dies in these tests is the server, never the machine.
  for (const std::string& setting :
       {std::string("listen_addresses="), "unix_socket_directories=" + folder_.path(),
        std::string("fsync=off"), std::string("shared_buffers=16MB"), std::string("jit=off"),
        std::string("max_connections=20"), std::string("autovacuum=off")}) {
    arguments.insert(arguments.end(), {"-c", setting});
  }
  server_ = spawn("postgres", arguments);
  for (int i = 0; i < kStartSeconds * 50; ++i) {
    if (PQping(connection().c_str()) == PQPING_OK) return ok_status();
    if (::waitpid(server_, nullptr, WNOHANG) == server_) break;
    sleep_ms(20);
  }
  return make_error(Code::kIo, "the server did not start: " + log());
}

void TestServer::crash() {
  if (server_ <= 0) return;
  ::kill(server_, SIGQUIT);
  ::waitpid(server_, nullptr, 0);
  server_ = -1;
}

std::string TestServer::connection() const {
  return "host=" + folder_.path() + " user=ragsieve dbname=postgres";
}

std::string TestServer::log() const {
  const auto text = read_file(folder_.path() + "/log", std::size_t{1} << 20);
  return text.ok() ? *text : "no log";
}

TestServer& test_server() {
  static TestServer server;
  return server;
}

}  // namespace ragsieve
