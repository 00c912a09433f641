// Light, dark, or as the system says.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { applyTheme, nextTheme, storedTheme } from "./theme";

export function ThemeSwitch(): JSX.Element {
  const [choice, setChoice] = useState(storedTheme);
  const change = () => {
    const next = nextTheme(choice);
    applyTheme(next);
    setChoice(next);
  };
  return (
    <button type="button" class="quiet" onClick={change}>
      Theme: {choice}
    </button>
  );
}
