// A fault of this page itself is told, and does not leave an empty window.
import { Component, type ComponentChildren, type JSX } from "preact";
import { asProblem, type Problem } from "../api/problem";
import { ProblemNote } from "../parts/problem_note";

export class ErrorGuard extends Component<{ children: ComponentChildren }, { problem: Problem | null }> {
  override state = { problem: null };

  static override getDerivedStateFromError(error: unknown): { problem: Problem } {
    return { problem: asProblem(error) };
  }

  override render(): JSX.Element {
    const problem: Problem | null = this.state.problem;
    if (problem) return <ProblemNote problem={problem} onRetry={() => this.setState({ problem: null })} />;
    return <>{this.props.children}</>;
  }
}
