import { suppressedAddress } from "#contract/constants/suppressions.ts";
import { NO_SUPPRESSION_RULES, suppressionOperations } from "#contract/suppressions.ts";
import { findVendorLifts, searchLifted } from "#db/queries/suppressions/lifted.ts";
import { findSuppressionRules } from "#db/queries/suppressions/suppression-rules.ts";
import { searchSuppressions } from "#db/queries/suppressions/suppressions.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { handlers } from "../../handlers.ts";
import {
  addSuppressions,
  liftSuppression,
  setSuppressionRules,
} from "../../services/suppressions/change-suppressions.ts";
import { readSuppression } from "../../services/suppressions/read-suppression.ts";
import { liftedView, suppressionView } from "../../views/suppressions.ts";

/** Addresses to which nothing is sent any more. */
export const suppressionRoutes = handlers(suppressionOperations, (app) => ({
  listSuppressions: async ({ scope, query }) => {
    const { channel, reason, stream, address, lifted = false } = query;
    // Without a channel, a beginning may be of an address or of a number; only the latter has no letters to lower.
    const beginning = address ? suppressedAddress(channel ?? "email", address) : undefined;
    const search = { channel, reason, stream, address: beginning };
    if (lifted) {
      const found = await searchLifted(app.db, scope, search, windowOf(query));
      const vendors = await findVendorLifts(
        app.db,
        scope,
        found.rows.map(({ id }) => id),
      );
      return cursorPage(
        found,
        query,
        (row) => row,
        (row) => liftedView(row, vendors.get(row.id) ?? []),
      );
    }
    const listed = await searchSuppressions(app.db, scope, search, windowOf(query));
    return cursorPage(listed, query, (row) => row, suppressionView);
  },

  addSuppressions: async (request) => ({ data: await addSuppressions(app.db, request, request.body) }),

  getSuppression: async ({ scope, params }) => ({
    data: await readSuppression(app.db, scope, params.suppressionId),
  }),

  liftSuppression: async (request) => ({
    data: await liftSuppression(app.db, request, request.params.suppressionId, request.body?.reason),
  }),

  getSuppressionRules: async ({ scope }) => ({
    data: (await findSuppressionRules(app.db, scope)) ?? NO_SUPPRESSION_RULES,
  }),

  setSuppressionRules: async (request) => ({ data: await setSuppressionRules(app.db, request, request.body) }),
}));
