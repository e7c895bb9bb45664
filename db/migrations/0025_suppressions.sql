CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"provider_id" text,
	"message_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_reports" ADD COLUMN "is_permanent" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_environment_address" ON "suppressions" USING btree ("environment_id","address" text_pattern_ops,"channel");--> statement-breakpoint
CREATE INDEX "suppressions_environment_created" ON "suppressions" USING btree ("environment_id","created_at","id");