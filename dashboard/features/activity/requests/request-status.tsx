import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { statusWord } from "./request-texts.ts";

/** The status of a call's answer, with a word for it. */
export function RequestStatus({ status }: { status: number }) {
  const [tone, Icon] =
    status < 400
      ? (["success", CircleCheck] as const)
      : status < 500
        ? (["warning", TriangleAlert] as const)
        : (["danger", CircleX] as const);
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {`${status} ${statusWord(status)}`}
    </Badge>
  );
}
