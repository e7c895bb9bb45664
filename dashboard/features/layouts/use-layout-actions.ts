import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { NAME_MAX } from "#contract/constants/limits.ts";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** A layout as far as actions on it need it. */
export type NamedLayout = Pick<LayoutV2, "_id" | "name">;

/** Returns the actions on a layout. Each shows its result as a toast. */
export function useLayoutActions() {
  const { write } = useEnvironment();
  const navigate = useNavigate();
  /** Layouts on which an action is under way. */
  const busy = useRef(new Set<string>());

  /** Does one thing with a layout at a time. */
  async function once({ _id }: NamedLayout, failure: string, act: () => Promise<unknown>): Promise<void> {
    if (busy.current.has(_id)) return;
    busy.current.add(_id);
    try {
      await act();
    } catch (error) {
      showToast({ tone: "danger", text: `${failure} ${errorText(error)}` });
    } finally {
      busy.current.delete(_id);
    }
  }

  return {
    /** Makes a copy, and opens it. */
    duplicate: (layout: NamedLayout) =>
      once(layout, `${layout.name} is not duplicated.`, async () => {
        const copy = await write("v2.layouts.duplicate", layout._id, { name: copyName(layout.name) });
        showToast({ tone: "success", text: `${copy.name} created` });
        await navigate({ to: "/layouts/$layoutId", params: { layoutId: copy._id } });
      }),
    makeDefault: (layout: NamedLayout) =>
      once(layout, `${layout.name} is not the default.`, async () => {
        await write("layouts.setDefault", layout._id);
        showToast({ tone: "success", text: `${layout.name} is the default layout` });
      }),
    /** Fails with the reason why it is not deleted, for a dialog to show. */
    remove: async ({ _id, name }: NamedLayout): Promise<void> => {
      await write("v2.layouts.delete", _id);
      showToast({ tone: "success", text: `${name} deleted` });
    },
  };
}

const SUFFIX = " copy";

const copyName = (name: string): string => `${name.slice(0, NAME_MAX - SUFFIX.length)}${SUFFIX}`;
