DROP INDEX "messages_feed";--> statement-breakpoint
DROP INDEX "messages_open";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "severity" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "first_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivered_at" timestamp (3) with time zone[];--> statement-breakpoint
CREATE INDEX "messages_severe" ON "messages" USING btree ("subscriber_id","severity","run_id") WHERE channel = 'in_app' and deleted_at is null and status = 'sent' and not read and severity <> 'none';--> statement-breakpoint
CREATE INDEX "messages_snoozed" ON "messages" USING btree ("snoozed_until") WHERE snoozed_until is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_feed" ON "messages" USING btree ("subscriber_id",coalesce(returned_at, created_at),"id") WHERE channel = 'in_app' and deleted_at is null and status = 'sent';--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("subscriber_id","seen","read","severity","snoozed_until") WHERE channel = 'in_app' and deleted_at is null and status = 'sent' and (not seen or not read);