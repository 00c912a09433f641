#!/usr/bin/env bash
# Builds one preset of CMakePresets.json (release without an argument) into build/PRESET, with all
# that it needs before: packages and llama.cpp.
# Usage: scripts/build.sh [release|debug|asan|fuzz] [TARGET...]

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The folder of the reviewers' page; none where there is no Node.js to build it with.
built_page() {
  if command -v npm >/dev/null; then
    "$RAGSIEVE_ROOT/scripts/web.sh" | tail -n 1
  else
    say "no Node.js: the program is built without the reviewers' page"
  fi
}

main() {
  local preset="${1:-release}" options=()
  shift || true
  cd "$RAGSIEVE_ROOT"
  if [[ $preset == fuzz ]]; then # clang, and no model library in it
    "$RAGSIEVE_ROOT/scripts/setup.sh" --dev
  else
    "$RAGSIEVE_ROOT/scripts/setup.sh"
    local prefix
    prefix="$("$RAGSIEVE_ROOT/scripts/llama.sh" | tail -n 1)"
    options=("-DRAGSIEVE_LLAMA_DIR=$prefix")
    if [[ $preset == release ]]; then
      options+=("-DRAGSIEVE_WEB_DIR=$(built_page)")
    fi
  fi
  # Another clone of the same sources finds the same objects in ccache.
  export CCACHE_BASEDIR="$RAGSIEVE_ROOT" CCACHE_NOHASHDIR=1
  say "building $preset into build/$preset"
  run_logged "configure-$preset" cmake -S . --preset "$preset" "${options[@]}"
  run_logged "build-$preset" cmake --build "build/$preset" --parallel "$RAGSIEVE_JOBS" \
    ${1:+--target "$@"}
}

main "$@"
