CREATE TABLE "lifted_suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"stream" text NOT NULL,
	"note" text,
	"provider_id" text,
	"message_id" uuid,
	"suppressed_at" timestamp (6) with time zone NOT NULL,
	"why" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_lifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"suppression_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"words" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "secrets_set" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "lifted_suppressions_environment_created" ON "lifted_suppressions" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lifted_suppressions_environment_address" ON "lifted_suppressions" USING btree ("environment_id","address" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vendor_lifts_suppression" ON "vendor_lifts" USING btree ("suppression_id");--> statement-breakpoint
CREATE INDEX "vendor_lifts_due" ON "vendor_lifts" USING btree ("due_at") WHERE due_at is not null;