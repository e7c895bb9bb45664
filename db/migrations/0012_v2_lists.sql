DROP INDEX "subscribers_environment_subscriber_id";--> statement-breakpoint
DROP INDEX "topic_subscribers_subscriber";--> statement-breakpoint
DROP INDEX "topics_environment_key";--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "data" jsonb;--> statement-breakpoint
CREATE INDEX "subscribers_environment_created" ON "subscribers" USING btree ("environment_id","created_at","id") WHERE deleted_at is null and created_at > '-infinity';--> statement-breakpoint
CREATE INDEX "subscribers_environment_email" ON "subscribers" USING btree ("environment_id",lower(left(email, 320)) text_pattern_ops) WHERE deleted_at is null and email is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_phone" ON "subscribers" USING btree ("environment_id",left(phone, 64) text_pattern_ops) WHERE deleted_at is null and phone is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_name" ON "subscribers" USING btree ("environment_id",lower(left(first_name, 255) || ' ' || left(coalesce(last_name, ''), 255)) text_pattern_ops) WHERE deleted_at is null and first_name is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_last_name" ON "subscribers" USING btree ("environment_id",lower(left(last_name, 255)) text_pattern_ops) WHERE deleted_at is null and last_name is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_topic_created" ON "topic_subscribers" USING btree ("topic_id","created_at","id") WHERE created_at > '-infinity';--> statement-breakpoint
CREATE UNIQUE INDEX "topic_subscribers_topic_identifier" ON "topic_subscribers" USING btree ("topic_id","identifier") WHERE identifier is not null;--> statement-breakpoint
CREATE INDEX "topics_environment_created" ON "topics" USING btree ("environment_id","created_at","id") WHERE created_at > '-infinity';--> statement-breakpoint
CREATE INDEX "topics_environment_name" ON "topics" USING btree ("environment_id",lower(left(name, 255)) text_pattern_ops) WHERE created_at > '-infinity';--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_subscriber_id" ON "subscribers" USING btree ("environment_id","subscriber_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "topic_subscribers_subscriber" ON "topic_subscribers" USING btree ("subscriber_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_environment_key" ON "topics" USING btree ("environment_id","key" text_pattern_ops);