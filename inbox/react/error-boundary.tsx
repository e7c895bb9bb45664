import { Component, type ReactNode } from "react";

type Props = { onError: ((error: unknown) => void) | undefined; children: ReactNode };

/** Keeps a fault of ours off the host page: the inbox disappears, the page stays. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
