import { Languages, PanelsTopLeft, Workflow } from "lucide-react";
import type { Publication, PublicationPreviewItem } from "#contract/workflows/publications.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";

type Action = PublicationPreviewItem["action"];
type Kind = PublicationPreviewItem["kind"];

const KINDS = {
  workflow: { name: "Workflow", Icon: Workflow },
  layout: { name: "Layout", Icon: PanelsTopLeft },
  translation_group: { name: "Translation group", Icon: Languages },
} as const satisfies Record<Kind, unknown>;

/** "layout Base" */
export const kindAndName = ({ kind, name }: { kind: Kind; name: string }): string =>
  `${KINDS[kind].name.toLowerCase()} ${name}`;

/** The icon of a workflow, a layout or a translation group, with its word for screen readers. */
export function KindIcon({ kind }: { kind: Kind }) {
  const { name, Icon } = KINDS[kind];
  return (
    <>
      <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="sr-only">{`${name}:`}</span>
    </>
  );
}

const ACTIONS: Readonly<Record<Action, { text: string; tone: Tone }>> = {
  created: { text: "New", tone: "success" },
  updated: { text: "Changed", tone: "info" },
  deleted: { text: "Deleted", tone: "danger" },
  skipped: { text: "Unchanged", tone: "neutral" },
};

/** Says what publishing does to a workflow, a layout or a translation group. */
export function ActionBadge({ action, problem }: { action: Action; problem?: string | undefined }) {
  if (problem !== undefined) return <Badge tone="warning">Cannot be published</Badge>;
  const { text, tone } = ACTIONS[action];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The sentences of what changes, one a line. */
export const ChangeSentences = ({ changes }: { changes: readonly string[] }) => (
  <ul className="flex min-w-0 flex-col">
    {changes.map((sentence) => (
      <li key={sentence} dir="auto" className="wrap-anywhere">
        {sentence}
      </li>
    ))}
  </ul>
);

export const STATES: Readonly<Record<Publication["state"], { text: string; tone: Tone }>> = {
  waiting: { text: "Waiting for approval", tone: "warning" },
  published: { text: "Published", tone: "success" },
  declined: { text: "Declined", tone: "danger" },
  withdrawn: { text: "Withdrawn", tone: "neutral" },
};

/** Says what became of a publication. */
export function PublicationState({ publication: { state, items } }: { publication: Publication }) {
  const failed = items.filter(({ result }) => result?.error !== undefined).length;
  const isReverted = items.some(({ revertedAt }) => revertedAt !== undefined);
  if (isReverted && items.every(({ isRevertible }) => !isRevertible)) return <Badge>Reverted</Badge>;
  if (state === "published" && failed === items.length) return <Badge tone="danger">Failed</Badge>;
  if (state === "published" && failed > 0) return <Badge tone="warning">Published in part</Badge>;
  const { text, tone } = STATES[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** "Welcome", or "Welcome and 3 more". */
export function namesText(items: readonly { name: string }[]): string {
  const [first, ...others] = items.map(({ name }) => name);
  return others.length === 0 ? (first ?? "") : `${first} and ${others.length} more`;
}
