import type { subscribers } from "../../schema/subscribers.ts";
import type { topics } from "../../schema/topics.ts";
import type { AuditedEntity } from "./audited-entity.ts";

// States of entities for the audit log from rows that a change has anyway. They are those that `readAuditedEntity` reads.

export function auditedSubscriber(row: typeof subscribers.$inferSelect): AuditedEntity {
  const { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, hours, data, channels } = row;
  const name = [firstName, lastName].filter((part) => part !== null).join(" ");
  return {
    id: subscriberId,
    name: name || null,
    fields: { firstName, lastName, email, phone, avatar, locale, timezone, hours, data, channels: channels.length },
  };
}

export const auditedTopic = ({
  key,
  name,
  data,
}: Pick<typeof topics.$inferSelect, "key" | "name" | "data">): AuditedEntity => ({
  id: key,
  name,
  fields: { key, name, data },
});
