import { useMediaQuery } from "#dashboard/components/use-media-query.ts";
import { OutlineBeside, OutlineSheet } from "./outline.tsx";

/** The outline of a long workflow: beside its canvas where there is room for it, else over it. */
export default function CanvasOutline({ isStepOpen }: { isStepOpen: boolean }) {
  const isWide = useMediaQuery("(width >= 64rem)");
  return isWide && !isStepOpen ? <OutlineBeside /> : <OutlineSheet />;
}
