/** The outcome of a request of an HTTP step. */
export interface HttpResult {
  /** Method and host. Path, query and headers may be secret. */
  request: string;
  /** How long the answer took, in milliseconds. */
  duration: number;
  /** Absent when none came. */
  response?: { status: number; body: unknown };
  /** Why it failed; absent when it was answered with 2xx. */
  error?: string;
}
