import { NO_TEST_DELIVERY, testDeliveryOperations } from "#contract/accounts/test-delivery.ts";
import { findTestDelivery } from "#db/queries/environments/test-delivery.ts";
import { handlers } from "../../handlers.ts";
import { setTestDelivery } from "../../services/environments/test-delivery.ts";

/** Who gets messages of an environment while it is tested: docs/test-delivery.md. */
export const testDeliveryRoutes = handlers(testDeliveryOperations, (app) => ({
  getTestDelivery: async ({ scope }) => {
    const { setting } = await findTestDelivery(app.db, scope);
    if (!setting) return { data: NO_TEST_DELIVERY };
    const { revision: _revision, ...shown } = setting;
    return { data: shown };
  },

  setTestDelivery: async (request) => {
    await setTestDelivery(app.db, request, request.body);
    return { data: request.body };
  },
}));
