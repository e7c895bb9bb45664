CREATE TABLE "changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"type" text NOT NULL,
	"parent_id" uuid,
	"enabled" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL,
	"promoted" jsonb,
	"recorded_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feed_id" uuid;--> statement-breakpoint
ALTER TABLE "workflows" ADD COLUMN "blueprint_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "changes_pending" ON "changes" USING btree ("entity_id","type") WHERE not enabled;--> statement-breakpoint
CREATE INDEX "changes_entity" ON "changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "changes_workflow" ON "changes" USING btree ((state ->> 'workflowId')) WHERE type = 'MessageTemplate';--> statement-breakpoint
CREATE INDEX "changes_environment_created" ON "changes" USING btree ("environment_id","enabled","created_at") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "changes_parent" ON "changes" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_environment_identifier" ON "feeds" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_step_feed" ON "messages" USING btree ("step_id") WHERE feed_id is not null;