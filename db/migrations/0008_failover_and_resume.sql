CREATE TABLE "integration_outages" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"since" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"error_class" text NOT NULL,
	"message" text NOT NULL,
	"cool_downs" smallint NOT NULL,
	"cools_until" timestamp (3) with time zone NOT NULL,
	"probe_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "resumptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"run_ids" uuid[],
	"filter" jsonb,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"cursor_at" timestamp(6) with time zone,
	"cursor_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"resumed" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "versions" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "failover" jsonb;--> statement-breakpoint
CREATE INDEX "resumptions_environment_created" ON "resumptions" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "resumptions_due" ON "resumptions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "resumptions_expire" ON "resumptions" USING brin ("expire_at");