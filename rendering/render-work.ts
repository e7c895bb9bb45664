import type { RenderLimits } from "#domain/templates/compile-template.ts";
import type { TemplateText } from "./render-message.ts";
import type { Outcome } from "./render-outcome.ts";
import type { TaskResult } from "./render-threads.ts";

/** One template, or the templates of one message, to be rendered for members with variables of type `V`. */
export interface RenderWork<V, T> {
  /** The same for the same templates. */
  key: string;
  templates: readonly TemplateText[];
  shared: unknown;
  members: readonly V[];
  signal?: AbortSignal | undefined;
  render(member: V, limits: RenderLimits): T;
  /** Has a thread render for some of the members. */
  run(members: readonly V[], limitMs: number): Promise<TaskResult<Outcome<T>[]>>;
}
