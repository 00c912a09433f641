#!/usr/bin/env bash
# The long forms that CI has no time for: ten minutes a fuzzer, all tests under the sanitizers,
# every benchmark, and the table of all attacks. Takes hours; the table is resumable.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run_benches() {
  local bench
  mkdir -p build/bench
  while IFS= read -r bench; do
    say "$(basename "$bench")"
    "$bench" --benchmark_out="build/bench/$(basename "$bench").json" --benchmark_out_format=json
  done < <(find build/release/bench -maxdepth 1 -type f -name '*_bench' -perm -u+x | sort)
}

main() {
  cd "$RAGSIEVE_ROOT"
  scripts/setup.sh --dev
  stage "tests"
  scripts/test.sh --quick
  stage "all tests under the sanitizers"
  scripts/build.sh asan
  ctest --test-dir build/asan --output-on-failure
  stage "benchmarks"
  run_benches
  stage "fuzzers, ten minutes each"
  local targets
  targets="$(find fuzz -maxdepth 1 -name '*_fuzz.cc' | wc -l)"
  local rounds=$(((targets + RAGSIEVE_JOBS - 1) / RAGSIEVE_JOBS))
  RAGSIEVE_FUZZ_SECONDS=$((600 * rounds)) scripts/fuzz.sh
  stage "the table of attacks"
  scripts/attack_table.sh
  end_stage
}

main
