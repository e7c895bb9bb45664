import { Activity, Building2, Hash, Languages, type LucideIcon, PanelsTopLeft, Users, Workflow } from "lucide-react";
import type { ObjectKind } from "#dashboard/objects.ts";

export const OBJECT_ICONS: Readonly<Record<ObjectKind, LucideIcon>> = {
  workflow: Workflow,
  layout: PanelsTopLeft,
  translation_group: Languages,
  subscriber: Users,
  topic: Hash,
  tenant: Building2,
  run: Activity,
};
