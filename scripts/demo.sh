#!/usr/bin/env bash
# The gate in five steps on samples/: a right answer, a poison that changes it, the same document
# screened, a stealthy one screened, and a seal that an edit breaks. Builds and fetches what it
# needs. Ends with 0 when every step showed what it is meant to show, with 1 and the reason else.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

ragsieve="${RAGSIEVE_BIN:-$RAGSIEVE_ROOT/build/release/app/ragsieve}"
assistant="${RAGSIEVE_ASSISTANT:-$RAGSIEVE_ROOT/build/release/bench/assistant}"
corpus=samples/corpus.jsonl
question="How many days of unused annual leave may be carried into the next year?"
work=build/demo

step() { printf '\n(%s) %s\n' "$1" "$2"; }

# shown EXIT COMMAND...: runs it, shows it, keeps the output in $work/out; its exit code must be one
# of the digits EXIT.
shown() {
  local expected="$1" status=0
  shift
  printf '$ %s\n' "$*"
  "$@" >"$work/out" 2>"$work/err" || status=$?
  cat "$work/out"
  [[ $expected == *$status* ]] || {
    cat "$work/err" >&2
    die "ended with $status, expected one of $expected"
  }
}

expect() { # expect TEXT WHY: the last output holds TEXT
  grep -qF -- "$1" "$work/out" || die "$2: the output does not hold \"$1\""
}

ask() { # ask CORPUS
  printf '$ assistant %s "%s"\n' "$1" "$question"
  "$assistant" "$1" "$question" | tee "$work/out"
}

screen() { # screen FILE
  shown 1 "$ragsieve" screen "$1" --corpus "$corpus" --probes samples/queries.jsonl \
    --seal "$work/reports" --key "$work/gate.key.toml" --show-text on --quiet
}

build_what_is_missing() {
  [[ -x $ragsieve && -x $assistant ]] || scripts/build.sh release
  scripts/models.sh >/dev/null
}

main() {
  cd "$RAGSIEVE_ROOT"
  build_what_is_missing
  rm -rf "$work"
  mkdir -p "$work"

  step 1 "The assistant answers a policy question from the trusted corpus"
  ask "$corpus"
  expect "six days" "the right answer"

  step 2 "A document is added that nobody looked at, and the answer is wrong"
  {
    cat "$corpus"
    python3 -c 'import json, sys; print(json.dumps({"_id": "upload", "title": "", "text": open(sys.argv[1]).read()}))' \
      samples/demo/poison.md
  } >"$work/ungated.jsonl"
  ask "$work/ungated.jsonl"
  expect "Seventeen days" "the poisoned answer"

  step 3 "The same document at the gate"
  shown 0 "$ragsieve" keygen --out "$work/gate" --owner "demo gate"
  screen samples/demo/poison.md
  expect "REJECT" "the verdict"
  expect "before:" "the two answers"

  step 4 "The stealthy one: no instruction anywhere, one number in a fluent reminder"
  screen samples/demo/stealth.md
  expect "REJECT" "the verdict"
  expect "no language directed at the model" "no injection"
  expect "seventeen days" "the conflict"

  step 5 "Its report verifies; a document edited afterwards does not"
  local report
  report="$(printf '%s\n' "$work"/reports/2-*.dsse.json)"
  shown 0 "$ragsieve" verify "$report" --document samples/demo/stealth.md \
    --trust "$work/gate.trust.json" --chain "$work/reports"
  sed 's/seventeen/seventy/' samples/demo/stealth.md >"$work/edited.md"
  shown 4 "$ragsieve" verify "$report" --document "$work/edited.md" \
    --trust "$work/gate.trust.json" --chain "$work/reports"
  expect "the file changed since the report" "the reason"
  printf '\nThe demonstration showed all five.\n'
}

main
