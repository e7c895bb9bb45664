CREATE TABLE "soft_bounces" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"bounces" jsonb NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "soft_bounces_environment_id_address_channel_pk" PRIMARY KEY("environment_id","address","channel")
);
--> statement-breakpoint
DROP INDEX "resumptions_environment_created";--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "suppression_rules" jsonb;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "kind" text DEFAULT 'resume' NOT NULL;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "created_by" jsonb;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "stream" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
CREATE INDEX "soft_bounces_last" ON "soft_bounces" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "resumptions_environment_created" ON "resumptions" USING btree ("environment_id","kind","created_at");--> statement-breakpoint
UPDATE "suppressions" SET "stream" = 'non_critical' WHERE "reason" = 'unsubscribed';