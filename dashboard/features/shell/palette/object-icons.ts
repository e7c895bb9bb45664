import { Activity, Languages, type LucideIcon, Workflow } from "lucide-react";
import type { ObjectKind } from "../../../objects.ts";

export const OBJECT_ICONS: Readonly<Record<ObjectKind, LucideIcon>> = {
  workflow: Workflow,
  translation_group: Languages,
  run: Activity,
};
