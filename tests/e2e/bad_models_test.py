"""Models that are missing, cut in half or of another role: the message says what is wrong and
which command mends it; an import that fails leaves the models folder as it was."""

import pathlib

import harness

BERT = "all-minilm-l6-v2-f32"
LM = "smollm2-135m-instruct-q8_0"


def weights(name):
    """The path of an imported model's file."""
    listing = harness.models_listing()
    model = next(m for m in listing["models"] if m["name"] == name)
    return pathlib.Path(listing["folder"]) / model["file"]


class NoModelsTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.environment["RAGSIEVE__MODELS__DIR"] = str(self.path("models"))
        self.corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)))

    def assert_names_the_command(self, result, role):
        self.assertEqual(result.out, b"")
        self.assertIn("scripts/models.sh", result.err)
        self.assertIn(f"ragsieve models import PATH --role {role}", result.err)

    def test_audit_says_which_command_brings_the_model(self):
        result = self.run_program("audit", self.corpus, expect=2)
        self.assert_names_the_command(result, "encoder")
        self.assertIn(BERT, result.err)

    def test_filter_does_too(self):
        contexts = self.write("contexts.jsonl", harness.jsonl([harness.context("q", 20)]))
        for profile, role in (("default", "encoder"), ("paper", "token_encoder")):
            result = self.run_program("filter", contexts, "--profile", profile, expect=2)
            self.assert_names_the_command(result, role)

    def test_index_build_does_too(self):
        result = self.run_program("index", "build", self.corpus, "--out", self.path("i"), expect=2)
        self.assert_names_the_command(result, "encoder")
        self.assertFalse(self.path("i").exists())

    def test_the_service_does_not_start(self):
        self.path("state").mkdir(mode=0o700)
        self.environment["RAGSIEVE__STATE__DIR"] = str(self.path("state"))
        result = self.run_program("serve", "--listen", "127.0.0.1:0", expect=2)
        self.assert_names_the_command(result, "encoder")
        self.assertNotIn("serves at", result.err)

    def test_audit_of_given_vectors_needs_none(self):
        embeddings = self.write("v.npy", harness.npy(harness.vectors(20)))
        self.run_program("audit", self.corpus, "--embeddings", embeddings, expect=(0, 1))

    def test_list_of_no_models(self):
        result = self.run_program("models", "list", expect=0)
        self.assertIn("scripts/models.sh", result.out.decode())

    def test_a_manifest_that_is_broken(self):
        self.write("models/manifest.toml", "[[model]\n")
        for command in (("models", "list"), ("audit", self.corpus)):
            result = self.run_program(*command, expect=(2, 3))
            self.assertIn("manifest.toml:1", result.err)
        self.write("models/manifest.toml", '[[model]]\nname = "a"\nfile = "../a.gguf"\n')
        result = self.run_program("models", "list", expect=3)
        self.assertIn("model[0].role", result.err)

    def import_file(self, path, *extra, expect):
        return self.run_program("models", "import", path, "--name", "m", "--role", "causal_lm",
                                "--weights", "keep", *extra, expect=expect)

    def assert_nothing_imported(self):
        folder = self.path("models")
        self.assertEqual(list(folder.iterdir()) if folder.exists() else [], [])

    def test_import_of_what_is_no_model(self):
        junk = self.write("junk.gguf", b"GGUF" + bytes(100))
        result = self.import_file(junk, expect=3)
        self.assertIn("junk.gguf", result.err)
        result = self.import_file(self.path("no.gguf"), expect=2)
        self.assertIn("no.gguf", result.err)
        self.assert_nothing_imported()

    def test_import_of_a_folder_without_a_model(self):
        self.path("empty").mkdir()
        result = self.run_program("models", "import", self.path("empty"), "--name", "m", "--role",
                                  "encoder", expect=2)
        self.assertIn("config.json", result.err)
        self.assert_nothing_imported()

    def test_import_with_a_role_that_is_none(self):
        result = self.run_program("models", "import", "x", "--name", "m", "--role", "oracle",
                                  expect=2)
        self.assertIn("oracle", result.err)
        self.assertIn("causal_lm", result.err)

    @harness.needs_models
    def test_import_of_a_gguf_cut_in_half(self):
        whole = weights(LM).read_bytes()
        half = self.write("half.gguf", whole[:len(whole) // 2])
        result = self.import_file(half, expect=3)
        self.assertIn("half.gguf", result.err)
        self.assertEqual(result.out, b"")
        self.assert_nothing_imported()


@harness.needs_models
class DamagedModelsTest(harness.Case):

    def setUp(self):
        super().setUp()
        self.link_models()
        self.corpus = self.write("corpus.jsonl", harness.jsonl(harness.documents(20)))

    def cut_in_half(self, name):
        link = self.path("models") / weights(name).name
        whole = link.read_bytes()
        link.unlink()
        link.write_bytes(whole[:len(whole) // 2])

    def test_an_encoder_cut_in_half_is_refused_when_it_is_loaded(self):
        self.cut_in_half(BERT)
        result = self.run_program("audit", self.corpus, expect=3)
        self.assertEqual(result.out, b"")
        self.assertIn(weights(BERT).name, result.err)
        self.assertIn("sha256", result.err)
        self.assertIn("import the model again", result.err)

    def test_a_language_model_cut_in_half_is_refused_when_it_is_loaded(self):
        self.cut_in_half(LM)
        contexts = self.write("contexts.jsonl", harness.jsonl([harness.context("q", 20)]))
        result = self.run_program("filter", contexts, "--profile", "paper", expect=3)
        self.assertEqual(result.out, b"")
        self.assertIn(weights(LM).name, result.err)
        self.assertIn("sha256", result.err)

    def test_the_list_says_so(self):
        self.cut_in_half(BERT)
        result = self.run_program("models", "list", "--format", "json", expect=3)
        states = {m["name"]: m["state"] for m in harness.json.loads(result.out)["models"]}
        self.assertEqual(states[BERT], "damaged")
        self.assertEqual(states[LM], "ok")

    def test_a_file_that_is_gone_is_named(self):
        self.break_models()
        result = self.run_program("audit", self.corpus, expect=2)
        self.assertIn(weights(BERT).name, result.err)
        result = self.run_program("models", "list", expect=3)
        self.assertIn("missing", result.out.decode())

    def test_the_service_does_not_start_without_its_file(self):
        self.path("state").mkdir(mode=0o700)
        self.environment["RAGSIEVE__STATE__DIR"] = str(self.path("state"))
        self.cut_in_half(BERT)
        result = self.run_program("serve", "--listen", "127.0.0.1:0", expect=3)
        self.assertIn(weights(BERT).name, result.err)
        (self.path("models") / weights(BERT).name).unlink()
        result = self.run_program("serve", "--listen", "127.0.0.1:0", expect=2)
        self.assertIn(weights(BERT).name, result.err)
        self.assertNotIn("serves at", result.err)

    def test_a_model_of_another_role_is_refused(self):
        result = self.run_program("audit", self.corpus, env={"RAGSIEVE__MODELS__ENCODER": LM},
                                  expect=2)
        self.assertIn("causal_lm", result.err)
        self.assertIn("expected encoder", result.err)

    def test_a_failed_import_leaves_the_other_models(self):
        before = {p.name for p in self.path("models").iterdir()}
        manifest = (self.path("models") / "manifest.toml").read_bytes()
        half = self.write("half.gguf", weights(BERT).read_bytes()[:1 << 20])
        self.run_program("models", "import", half, "--name", "all-minilm-l6-v2", "--role",
                         "encoder", "--weights", "keep", expect=3)
        self.assertEqual({p.name for p in self.path("models").iterdir()}, before)
        self.assertEqual((self.path("models") / "manifest.toml").read_bytes(), manifest)

    def test_a_whole_gguf_is_imported_and_listed(self):
        result = self.run_program("models", "import", weights(LM), "--name", "again", "--role",
                                  "causal_lm", "--weights", "keep", expect=0)
        self.assertIn("imported again", result.out.decode())
        listing = self.run_program("models", "list", "--format", "jsonl", expect=0).records()
        states = {m["name"]: m["state"] for m in listing}
        for name in (*harness.MODELS, "again"):  # a developer's folder may hold more
            self.assertEqual(states.get(name), "ok", name)


if __name__ == "__main__":
    harness.unittest.main()
