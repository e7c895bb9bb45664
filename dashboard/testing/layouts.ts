import type { LayoutUsage, LayoutV2, ListedLayoutV2 } from "#contract/v2/layouts.ts";

const MOMENT = "2026-01-05T09:00:00.000Z";
export const LAYOUT_ID = "00000000-0000-4000-8000-0000000000e1";
const WORKFLOW_ID = "00000000-0000-4000-8000-0000000000e2";

/** The layout `plain`. */
export const aLayoutV2 = (change: Partial<LayoutV2> = {}): LayoutV2 => ({
  _id: LAYOUT_ID,
  id: LAYOUT_ID,
  layoutId: "plain",
  slug: "plain_layout_1",
  name: "Plain",
  isDefault: false,
  revision: 1,
  isTranslationEnabled: false,
  origin: "novu-cloud",
  type: "REGULAR",
  controls: { values: { email: { body: "<main>{{ body }}</main>", editorType: "html" } } },
  variables: { type: "object", properties: { body: { type: "string" } }, additionalProperties: true },
  createdAt: MOMENT,
  updatedAt: MOMENT,
  ...change,
});

export function aListedLayout(change: Partial<ListedLayoutV2> = {}): ListedLayoutV2 {
  const { variables: _variables, ...layout } = aLayoutV2();
  return { ...layout, stepCount: 0, ...change };
}

/** The answer of `GET /v2/layouts`. */
export const layoutsOf = (...layouts: ListedLayoutV2[]) => ({
  body: { data: { layouts, totalCount: layouts.length } },
});

export const aUsage = (steps: LayoutUsage["workflows"][number]["steps"]): LayoutUsage => ({
  workflows: steps.length > 0 ? [{ _id: WORKFLOW_ID, name: "Order shipped", workflowId: "order-shipped", steps }] : [],
});

/** Handlers of a server by which the screen of a layout opens. */
export const openedLayout = (layout: LayoutV2 = aLayoutV2(), usage: LayoutUsage = aUsage([])) => ({
  [`GET /v2/layouts/${layout._id}`]: () => ({ body: { data: layout } }),
  [`GET /v2/layouts/${layout._id}/usage`]: () => ({ body: { data: usage } }),
  [`POST /v2/layouts/${layout._id}/preview`]: () => ({
    status: 201,
    body: { data: { result: { type: "email", preview: { body: "<p>Hello</p>" } }, previewPayloadExample: {} } },
  }),
});
