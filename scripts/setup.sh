#!/usr/bin/env bash
# Installs the Debian 12 packages that the build needs; --dev adds what the tests need (clang-19
# for the fuzzers, clang-format, shellcheck, Chromium for the page). Installs only what is missing, so a second call
# changes nothing and needs neither root rights nor a network.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

packages=(
  build-essential cmake ninja-build ccache pkg-config python3 python3-pip python3-venv
  libicu-dev libre2-dev libcurl4-openssl-dev libsimdjson-dev nlohmann-json3-dev libtomlplusplus-dev
  libcli11-dev libsodium-dev libsqlite3-dev libssl-dev libpq-dev libopenblas-serial-dev libdnnl-dev
  libgtest-dev libgmock-dev libbenchmark-dev zlib1g-dev libboost1.81-dev
  prometheus-cpp-dev
)
dev_packages=(
  chromium clang-19 libclang-rt-19-dev clang-format-19 git lld-19 python3-cryptography shellcheck
  time
)
# Without a server the store is not tested against PostgreSQL: that test is counted as skipped.
optional_packages=(postgresql-15)

is_installed() {
  # shellcheck disable=SC2016 # the dollar is dpkg-query's
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

install() { # install PACKAGE...
  say "installing: $*"
  run_logged apt-update as_root apt-get update
  run_logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

install_optional() {
  local package
  for package in "${optional_packages[@]}"; do
    # A subshell: a failure ends that alone.
    is_installed "$package" || (install "$package") ||
      say "$package could not be installed: the tests that need it will be skipped"
  done
}

main() {
  local with_optional=false
  case "${1:-}" in
    "") ;;
    --dev)
      packages+=("${dev_packages[@]}")
      with_optional=true
      ;;
    *) die "unknown option '$1': scripts/setup.sh [--dev]" ;;
  esac
  command -v dpkg-query >/dev/null ||
    die "this is no Debian: install the counterparts of: ${packages[*]}"
  local missing=() package
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  if [[ ${#missing[@]} -eq 0 ]]; then
    say "all ${#packages[@]} packages are installed"
  else
    install "${missing[@]}"
  fi
  if [[ $with_optional == true ]]; then
    install_optional
  fi
}

main "$@"
