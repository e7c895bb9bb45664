import { Belfry } from "#client/client.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { callsOf, type OperationName } from "#dashboard/data/operations.ts";

/** Returns the call that a read makes as a command for a shell, with a variable in the place of the API key. */
export async function curlOf(name: OperationName, args: readonly unknown[]): Promise<string> {
  const called: string[] = [];
  const api = new Belfry({
    apiUrl: window.location.origin + contextPaths.api,
    secretKey: "shown-nowhere",
    fetch: async (input) => {
      called.push(String(input));
      return Response.json({ data: [] });
    },
  });
  await Reflect.apply(callsOf({ api, environmentId: undefined }), undefined, [name, ...args]);
  const url = called.join("").replaceAll("'", "%27");
  return [`curl '${url}'`, '  -H "Authorization: ApiKey $BELFRY_SECRET_KEY"'].join(" \\\n");
}
