#!/usr/bin/env bash
# Runs every fuzzer of fuzz/ over its seeds for a share of RAGSIEVE_FUZZ_SECONDS (300: wall time
# for all together), as many at a time as there are cores. New inputs go to build/fuzz/corpus,
# findings to build/fuzz/findings; a finding fails the run and its path is printed.
# The last line on stdout is `N passed, N failed`.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

total_seconds="${RAGSIEVE_FUZZ_SECONDS:-300}"
out="$RAGSIEVE_ROOT/build/fuzz"

run_one() { # run_one NAME SECONDS
  local name="$1" seconds="$2"
  local corpus="$out/corpus/$name" seeds="$RAGSIEVE_ROOT/fuzz/seeds/$name"
  local folders=("$corpus")
  mkdir -p "$corpus"
  if [[ -d $seeds ]]; then
    folders+=("$seeds")
  fi
  # Bounded in memory and input size; an input that takes ten seconds is a finding as well.
  "$out/fuzz/${name}_fuzz" "${folders[@]}" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=16384 -artifact_prefix="$out/findings/$name-" \
    -print_final_stats=1 >"$out/logs/$name.log" 2>&1
}

report_one() { # report_one NAME STATUS
  local name="$1" runs
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$out/logs/$name.log")"
  if [[ $2 -eq 0 ]]; then
    say "fuzz $name: no finding in ${runs:-0} runs"
    return
  fi
  say "fuzz $name: FAILED (status $2)"
  tail -n 40 "$out/logs/$name.log" >&2
  find "$out/findings" -name "$name-*" -printf 'finding: %p\n' >&2
}

main() {
  local names=() name seconds passed=0 failed=0 next=0
  for name in "$RAGSIEVE_ROOT"/fuzz/*_fuzz.cc; do
    [[ -e $name ]] || die "fuzz/ holds no *_fuzz.cc"
    names+=("$(basename "$name" _fuzz.cc)")
  done
  "$RAGSIEVE_ROOT/scripts/build.sh" fuzz fuzz/all
  rm -rf "$out/findings"
  mkdir -p "$out/findings" "$out/logs"
  local rounds=$(((${#names[@]} + RAGSIEVE_JOBS - 1) / RAGSIEVE_JOBS))
  seconds=$((total_seconds > rounds ? total_seconds / rounds : 1))
  say "${#names[@]} fuzzers, $seconds s each, $RAGSIEVE_JOBS at a time"
  while [[ $next -lt ${#names[@]} ]]; do
    local batch=("${names[@]:next:RAGSIEVE_JOBS}") pids=() i status
    next=$((next + RAGSIEVE_JOBS))
    for name in "${batch[@]}"; do
      run_one "$name" "$seconds" &
      pids+=($!)
    done
    for i in "${!batch[@]}"; do
      status=0
      wait "${pids[i]}" || status=$?
      report_one "${batch[i]}" "$status"
      if [[ $status -eq 0 ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    done
  done
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [[ $failed -eq 0 ]]
}

main
