// Builds the page: one HTML, one script, one stylesheet, into the tree's build folder, from where
// they are embedded in the program. Nothing is inlined: the page's policy refuses inline code.
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    sourcemap: false,
    reportCompressedSize: false,
  },
});
