// The page begins here.
import "uplot/dist/uPlot.min.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/verdict.css";
import "./style/evidence.css";
import "./style/review.css";
import "./style/rooms.css";
import "./style/watch.css";
import { render } from "preact";
import { App } from "./app/app";
import { applyTheme, storedTheme } from "./app/theme";

applyTheme(storedTheme());
const root = document.getElementById("app");
if (root) render(<App />, root);
