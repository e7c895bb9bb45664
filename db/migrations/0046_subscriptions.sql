DROP INDEX "topic_subscribers_topic_subscriber";--> statement-breakpoint
DROP INDEX "topic_subscribers_topic_identifier";--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD COLUMN "context_keys" text[];--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD COLUMN "preferences" jsonb;--> statement-breakpoint
CREATE INDEX "topic_subscribers_contexts" ON "topic_subscribers" USING btree ("topic_id","context_keys","subscriber_id") WHERE context_keys is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_preferences" ON "topic_subscribers" USING btree ("topic_id","subscriber_id") WHERE preferences is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_identifier" ON "topic_subscribers" USING btree ("topic_id","identifier") WHERE identifier is not null;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD CONSTRAINT "topic_subscribers_subscription" UNIQUE NULLS NOT DISTINCT("topic_id","subscriber_id","context_keys","identifier");