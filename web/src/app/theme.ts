// Light, dark, or as the system says. Only this choice is stored in the browser, nothing else is.
import { useEffect, useState } from "preact/hooks";

export type ThemeChoice = "auto" | "light" | "dark";

const CHOICES: readonly ThemeChoice[] = ["auto", "light", "dark"];
const STORED_AS = "ragsieve-theme";
const CHANGED = "ragsieve-theme-changed";

export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return CHOICES.find((choice) => choice === stored) ?? "auto";
  } catch {
    return "auto"; // storage is off: the choice lasts as long as the page
  }
}

export function applyTheme(choice: ThemeChoice): void {
  if (choice === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    localStorage.setItem(STORED_AS, choice);
  } catch {
    // storage is off: the choice lasts as long as the page
  }
  dispatchEvent(new Event(CHANGED));
}

export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? "auto";
}

// Changes whenever colours do, by the switch or by the system.
export function useThemeTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const changed = () => setTurn((n) => n + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", changed);
    addEventListener(CHANGED, changed);
    return () => {
      system.removeEventListener("change", changed);
      removeEventListener(CHANGED, changed);
    };
  }, []);
  return turn;
}
