#!/usr/bin/env bash
# Sets up what the tests need and runs them all: release build (checks, unit, golden, model, end
# to end and page tests), sanitizer build (unit tests), fuzzers, and the service under clang's sanitizers.
# --quick leaves out all behind the end to end tests.
# The last line is `N passed, N failed` (`, N skipped` may follow); the exit code is 0 only when
# something ran and nothing failed. With CI=true a skipped golden or model test is a failure, and
# so is a page that cannot be tested because there is no Node.js.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

passed=0
failed=0
skipped=0
finished=false

finish() {
  local status=$?
  if [[ $finished == false || $status -ne 0 ]]; then
    failed=$((failed + 1)) # a stage broke off: what it would have tested was not tested
  fi
  local line="$passed passed, $failed failed"
  if [[ $skipped -gt 0 ]]; then
    line+=", $skipped skipped"
  fi
  printf '%s\n' "$line"
  [[ $failed -eq 0 && $passed -gt 0 ]] || exit 1
}

count() { # count PASSED FAILED [SKIPPED]
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + ${3:-0}))
}

# run_ctest BUILD NAME [--forbid-skips] CTEST-OPTION...: a failing test is counted, not fatal.
run_ctest() {
  local build="$1" name="$2" forbid=() junit numbers
  shift 2
  if [[ ${1:-} == --forbid-skips ]]; then
    forbid=("$1")
    shift
  fi
  junit="$RAGSIEVE_ROOT/build/$build/results-$name.xml"
  rm -f "$junit"
  ctest --test-dir "build/$build" --output-junit "$junit" --output-on-failure \
    --no-tests=ignore --parallel "$RAGSIEVE_JOBS" "$@" || true
  numbers="$(python3 scripts/count_tests.py "${forbid[@]}" "$junit")" ||
    die "ctest left no readable result of $name in $junit"
  # shellcheck disable=SC2086 # three numbers
  count $numbers
}

run_fuzzers() {
  local log="$RAGSIEVE_ROOT/build/fuzz-result.txt" numbers
  scripts/fuzz.sh | tee "$log" || true
  numbers="$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log")"
  [[ -n $numbers ]] || die "the fuzzers could not run"
  # shellcheck disable=SC2086 # two numbers
  count $numbers
}

# run_page SCRIPT: one of web/package.json's; its line of counts is not its last.
run_page() {
  local log="$RAGSIEVE_ROOT/build/web-results/${1//:/-}.txt" numbers
  npm --prefix web run --silent "$1" 2>&1 | tee "$log" || true
  numbers="$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\{0,1\}$/\1 \2 \4/p' \
    "$log" | tail -n 1)"
  [[ -n $numbers && $numbers != "0 0 "* ]] || die "no test of the page ran: $1"
  # shellcheck disable=SC2086 # two or three numbers
  count $numbers
}

# The page: its parts, then in Chromium with a made up service, then as the program serves it.
run_page_tests() {
  if ! command -v npm >/dev/null; then
    [[ ${CI:-} != true ]] || die "no Node.js: the reviewers' page cannot be tested"
    say "no Node.js: the reviewers' page is not tested"
    return
  fi
  local script
  mkdir -p build/web-results
  for script in test test:browser test:real; do
    NO_COLOR=1 run_page "$script"
  done
}

main() {
  local quick=false strict=()
  case "${1:-}" in
    "") ;;
    --quick) quick=true ;;
    *) die "unknown option '$1': scripts/test.sh [--quick]" ;;
  esac
  if [[ ${CI:-} == true ]]; then
    strict=(--forbid-skips)
  fi
  cd "$RAGSIEVE_ROOT"
  trap finish EXIT
  stage "set-up"
  scripts/setup.sh --dev
  stage "llama.cpp"
  scripts/llama.sh >/dev/null
  stage "release build"
  scripts/build.sh release
  stage "models"
  scripts/models.sh
  stage "checks and unit tests"
  run_ctest release unit --label-exclude '^(golden|model|e2e)$'
  stage "golden and model tests"
  run_ctest release golden "${strict[@]}" --label-regex '^(golden|model)$'
  stage "end to end tests"
  run_ctest release e2e --label-regex '^e2e$'
  stage "page"
  run_page_tests
  if [[ $quick == false ]]; then
    stage "sanitizer build"
    scripts/build.sh asan
    stage "unit tests under the sanitizers"
    # By exclusion: a test program that was not built has no label, and must not be overlooked.
    run_ctest asan unit --label-exclude '^(check|golden|model|e2e)$'
    stage "fuzzers"
    run_fuzzers
    stage "the service under the sanitizers of the other compiler"
    scripts/build.sh fuzz ragsieve_server_test ragsieve_service_test
    run_ctest fuzz/server server
    run_ctest fuzz/ragsieve/service service
  fi
  end_stage
  finished=true
}

main "$@"
