import { getRouteApi } from "@tanstack/react-router";

const root = getRouteApi("__root__");
const app = getRouteApi("/_app");

export function useApi() {
  return root.useRouteContext({ select: (context) => context.api });
}

export function useMembership() {
  return app.useRouteContext({ select: (context) => context.membership });
}
