CREATE TABLE "alert_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"events" text[] NOT NULL,
	"frequency" jsonb,
	"emails" text[] NOT NULL,
	"slack_url" text,
	"active" boolean NOT NULL,
	"last_raised_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failing_integrations" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"quiet_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account_mails" ADD COLUMN "alert" jsonb;--> statement-breakpoint
ALTER TABLE "failure_groups" ADD COLUMN "frequency" jsonb;--> statement-breakpoint
CREATE INDEX "alert_rules_environment" ON "alert_rules" USING btree ("environment_id","created_at");