import { widgetUsageLogOperations } from "#contract/inbox/widgets.ts";
import { handlers } from "../../handlers.ts";

/** Published clients report what people click. Belfry keeps no such record, and says thank you. */
export const widgetUsageLogRoutes = handlers(widgetUsageLogOperations, (_app) => ({
  logWidgetUsage: async (_request) => ({ data: { success: true as const } }),
}));
