CREATE TABLE "contexts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"context_id" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "preferences" DROP CONSTRAINT "preferences_layer";--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "contexts" jsonb;--> statement-breakpoint
ALTER TABLE "event_contents" ADD COLUMN "context_keys" text[];--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "context_keys" text[];--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "context_keys" text[];--> statement-breakpoint
CREATE UNIQUE INDEX "contexts_environment_key" ON "contexts" USING btree ("environment_id","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contexts_environment_id" ON "contexts" USING btree ("environment_id","context_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contexts_environment_created" ON "contexts" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_contexts" ON "messages" USING btree ("environment_id","context_keys","created_at") WHERE context_keys is not null;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_layer" UNIQUE NULLS NOT DISTINCT("environment_id","type","workflow_id","subscriber_id","context_keys");