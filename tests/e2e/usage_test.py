"""Wrong use and configuration: exit code 2, a message that names the flag, key or file and what
is expected, and nothing on stdout."""

import harness


class UsageTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)))
        self.embeddings = self.write("v.npy", harness.npy(harness.vectors(20)))

    def assert_refused(self, *arguments, parts=(), env=None):
        with self.subTest(arguments):
            result = self.run_program(*arguments, env=env, expect=2)
            self.assertEqual(result.out, b"")
            for part in parts:
                self.assertIn(part, result.err)

    def test_flags_and_commands(self):
        audit = ("audit", self.corpus, "--embeddings", self.embeddings)
        self.assert_refused(parts=("subcommand",))
        self.assert_refused("adit", parts=("adit",))
        self.assert_refused("audit", parts=("corpus",))
        self.assert_refused("index", parts=("subcommand",))
        self.assert_refused("index", "build", self.corpus, parts=("--out",))
        self.assert_refused(*audit, "--embedings", "x", parts=("--embedings",))
        self.assert_refused(*audit, "another", parts=("another",))
        self.assert_refused(*audit, "--format", "xml", parts=("--format", "xml", "sarif"))
        self.assert_refused(*audit, "--show-text", "perhaps", parts=("--show-text", "perhaps"))
        self.assert_refused(*audit, "--threads", "-1", parts=("--threads", "-1"))
        self.assert_refused(*audit, "--threads", "257", parts=("--threads", "257"))
        self.assert_refused(*audit, "--threads", "two", parts=("--threads", "two"))
        self.assert_refused(*audit, "--profile", "papr", parts=("papr", "paper or default"))
        self.assert_refused("audit", self.path("no.jsonl"), "--embeddings", self.embeddings,
                            parts=("no.jsonl",))
        self.assert_refused("audit", "", "--embeddings", self.embeddings)

    def test_filter_takes_contexts_or_a_corpus_with_queries(self):
        for arguments in ((), ("--corpus", self.corpus), ("--queries", self.corpus),
                          (self.corpus, "--corpus", self.corpus, "--queries", self.corpus)):
            self.assert_refused("filter", *arguments)
        self.assert_refused("filter", self.path("no.jsonl"))
        self.assert_refused("filter", self.corpus, "--depth", "0", parts=("--depth",))

    def test_configuration_files(self):
        check = ("config", "check", "--config")
        for content, parts in (
                ("[audit]\ntau = 0.8\n", ("config.toml:2", "audit.tau", "tau_")),
                ("[adit]\ntau_e = 0.8\n", ("config.toml", "adit", "audit")),
                ("[audit]\ntau_e = 2.0\n", ("config.toml:2", "audit.tau_e", "-1.0 to 1.0")),
                ("[run]\nthreads = \"two\"\n", ("config.toml:2", "run.threads", "integer")),
                ("[filter]\nk = 40\n", ("filter.n", "filter.k")),
                ("[output]\nshow_text = \"never\"\n", ("output.show_text", "never", "auto")),
                ("[audit\n", ("config.toml:1", "not TOML")),
                ("[audit]\nk_g = 16\nk_g = 17\n", ("config.toml:3",))):
            config = self.write("config.toml", content)
            self.assert_refused(*check, config, parts=parts)
            self.assert_refused("audit", self.corpus, "--config", config, parts=parts)
        self.assert_refused(*check, self.path("no.toml"), parts=("no.toml",))

    def test_configuration_variables(self):
        for name, value, parts in (
                ("RAGSIEVE__RUN__THREAD", "2", ("RAGSIEVE__RUN__THREAD", "RAGSIEVE__RUN__THREADS")),
                ("RAGSIEVE__RUN__THREADS", "many", ("RAGSIEVE__RUN__THREADS", "integer")),
                ("RAGSIEVE__CACHE__ENABLED", "yes", ("RAGSIEVE__CACHE__ENABLED", "true or false"))):
            self.assert_refused("config", "check", env={name: value}, parts=parts)

    def test_config_check_prints_what_is_in_force_and_from_where(self):
        config = self.write("config.toml", "[audit]\nk_g = 8\n")
        result = self.run_program("config", "check", "--config", config,
                                  env={"RAGSIEVE__FILTER__ALPHA": "0.02"}, expect=0)
        text = result.out.decode()
        self.assertIn("k_g = 8  # file", text)
        self.assertIn("alpha = 0.02  # environment", text)
        self.assertIn("tau_l = 0.6  # default", text)
        again = self.write("again.toml", result.out)
        self.run_program("config", "check", "--config", again, expect=0)

    def test_configured_numbers_reach_the_default_profile_only(self):
        env = {"RAGSIEVE__AUDIT__K_G": "3"}
        neighbours = {}
        for profile in ("default", "paper"):
            result = self.run_program("audit", self.corpus, "--embeddings", self.embeddings,
                                      "--profile", profile, "--format", "jsonl", env=env,
                                      expect=(0, 1))
            document = result.of_type("document")[0]
            self.assertEqual(document["profile"], profile)
            neighbours[profile] = len(document["signals"]["rsg"]["neighbours"])
        self.assertEqual(neighbours, {"default": 3, "paper": 16})

    def test_help_and_version_are_answers(self):
        version = self.run_program("--version", expect=0).out.decode()
        self.assertRegex(version, r"^ragsieve \d+\.\d+\.\d+ \(engine .+\)\n$")
        for command in ((), ("audit",), ("filter",), ("index", "build"), ("models", "import")):
            result = self.run_program(*command, "--help", expect=0)
            self.assertIn("--help", result.out.decode())
            self.assertEqual(result.err, "")


if __name__ == "__main__":
    harness.unittest.main()
