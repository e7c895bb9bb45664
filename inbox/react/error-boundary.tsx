import { Component, type ReactNode } from "react";
import { logOnce } from "../core/log-once.ts";

type Props = { onError: ((error: unknown) => void) | undefined; children: ReactNode };

/** Renders nothing after an error of the inbox, so that the host page keeps working. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    logOnce("the inbox cannot be shown", error);
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
