import { Activity, Languages, type LucideIcon, PanelsTopLeft, Workflow } from "lucide-react";
import type { ObjectKind } from "#dashboard/objects.ts";

export const OBJECT_ICONS: Readonly<Record<ObjectKind, LucideIcon>> = {
  workflow: Workflow,
  layout: PanelsTopLeft,
  translation_group: Languages,
  run: Activity,
};
