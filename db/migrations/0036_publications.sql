CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"source_environment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"items" jsonb NOT NULL,
	"requested_by" jsonb NOT NULL,
	"decided_by" jsonb,
	"reason" text,
	"reverted_by" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"published_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "requires_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "publications_environment_created" ON "publications" USING btree ("environment_id","created_at","id");