import type {
  Publication,
  PublicationPreview,
  PublicationPreviewItem,
  PublicationRendering,
} from "#contract/workflows/publications.ts";
import { DEVELOPMENT, organization, PRODUCTION } from "./fixtures.ts";

export const PUBLICATION_ID = "00000000-0000-4000-8000-0000000000e1";
export const CHANGED_ID = "00000000-0000-4000-8000-0000000000e2";
const LAYOUT_ID = "00000000-0000-4000-8000-0000000000e3";

const NAMED = { kind: "workflow", _id: CHANGED_ID, identifier: "order-shipped", name: "Order shipped" } as const;
const LAYOUT = { kind: "layout", _id: LAYOUT_ID, identifier: "base", name: "Base" } as const;

/** A workflow whose text was edited. */
export const aDifference = (more: Partial<PublicationPreviewItem> = {}): PublicationPreviewItem => ({
  ...NAMED,
  action: "updated",
  changes: ["Changed the tags", "Changed body of Bell"],
  needs: [LAYOUT],
  sourceUpdatedAt: "2026-01-05T10:00:00.000Z",
  targetUpdatedAt: "2026-01-04T10:00:00.000Z",
  ...more,
});

export const aComparison = (more: Partial<PublicationPreview> = {}): PublicationPreview => ({
  sourceEnvironmentId: DEVELOPMENT,
  targetEnvironmentId: PRODUCTION,
  items: [{ ...LAYOUT, action: "created", changes: ["Created"], needs: [] }, aDifference()],
  unchanged: 12,
  requiresApproval: false,
  ...more,
});

/** A message that was edited, and one that only Development has. */
export const aRendering = (more: Partial<PublicationRendering> = {}): PublicationRendering => ({
  differences: [
    {
      _id: "bell",
      name: "Bell",
      source: { message: { channel: "push", title: "Shipped", content: "Your order is on its way" } },
      target: { problem: "undefined filter: shout" },
    },
    {
      _id: "text",
      name: "Text",
      source: {
        message: { channel: "sms", content: "On its way", encoding: "GSM-7", segments: 1, units: 10, capacity: 160 },
      },
      target: null,
    },
  ],
  unchanged: 1,
  ...more,
});

const ADA = { name: "Ada Lovelace", at: "2026-01-05T10:00:00.000Z", isSelf: true };
const GRACE = { name: "Grace Hopper", at: "2026-01-05T10:00:00.000Z", isSelf: false };

/** A publication of a workflow that another one is refused of. */
export const aPublication = (more: Partial<Publication> = {}): Publication => ({
  _id: PUBLICATION_ID,
  _organizationId: organization._id,
  sourceEnvironmentId: DEVELOPMENT,
  targetEnvironmentId: PRODUCTION,
  state: "published",
  note: "New wording",
  items: [
    {
      ...NAMED,
      action: "updated",
      changes: ["Changed body of Bell"],
      result: { action: "updated" },
      isRevertible: true,
    },
    {
      ...LAYOUT,
      action: "created",
      changes: ["Created"],
      result: { action: "skipped", error: "Another layout with identifier base exists" },
      isRevertible: false,
    },
  ],
  requestedBy: ADA,
  createdAt: "2026-01-05T10:00:00.000Z",
  publishedAt: "2026-01-05T10:00:00.000Z",
  ...more,
});

/** One that waits for the approval of another member. */
export const aWaitingPublication = (more: Partial<Publication> = {}): Publication => {
  const { publishedAt: _published, items, ...publication } = aPublication();
  const [item] = items.map(({ result: _result, ...one }) => ({ ...one, isRevertible: false }));
  return { ...publication, state: "waiting", items: item ? [item] : [], requestedBy: GRACE, ...more };
};
