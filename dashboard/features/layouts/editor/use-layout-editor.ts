import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { LayoutV2 } from "#contract/v2/layouts.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { memberOf, useSession } from "#dashboard/app/session.ts";
import { OF_LAYOUT } from "#dashboard/data/write-declarations.ts";
import { localDrafts } from "#dashboard/editing/local-drafts.ts";
import { useEditorLifetime } from "#dashboard/editing/use-editor-lifetime.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { createLayoutEditor, type LayoutDefinition } from "./layout-editor.ts";

const root = getRouteApi("__root__");

/** The editor of a layout, for as long as its screen is open. */
export function useLayoutEditor(layout: LayoutV2) {
  const { api } = root.useRouteContext();
  const environmentId = useSession((session) => session.environmentId);
  const memberId = useSession(({ token }) => memberOf(token)) ?? "";
  const queryClient = useQueryClient();
  const { read, write, outdate } = useEnvironment();
  const [drafts] = useState(() => localDrafts<LayoutDefinition>(contextPaths.web, memberId, layout._id));
  const [editor] = useState(() =>
    createLayoutEditor(layout, {
      drafts,
      read: (layoutId) => api.v2.layouts.get(layoutId, { environmentId }),
      // As a mutation, of which other tabs are told.
      update: (layoutId, body) => write("v2.layouts.update", layoutId, body),
      onSaved: (saved) => {
        queryClient.setQueryData(read("v2.layouts.edited", saved._id).queryKey, saved);
        void outdate(["v2.layouts"], OF_LAYOUT);
      },
    }),
  );
  useEditorLifetime(editor, layout);
  return { editor, drafts };
}
