import type { Permission } from "#contract/constants/permission-names.ts";

/** The pages of a workflow, which are tabs of its screen. */
export const WORKFLOW_PAGES = [
  { to: "/workflows/$workflowId", end: "", name: "Steps" },
  { to: "/workflows/$workflowId/code", end: "/code", name: "Trigger code" },
  { to: "/workflows/$workflowId/test", end: "/test", name: "Run test" },
  { to: "/workflows/$workflowId/preferences", end: "/preferences", name: "Preferences" },
  { to: "/workflows/$workflowId/runs", end: "/runs", name: "Runs" },
  { to: "/workflows/$workflowId/history", end: "/history", name: "History" },
] as const;

/** Those that a member may use. */
export const pagesFor = (may: (permission: Permission) => boolean) =>
  WORKFLOW_PAGES.filter(({ end }) => end !== "/test" || may("environment.use"));
