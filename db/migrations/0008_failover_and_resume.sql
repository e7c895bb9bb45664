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
ALTER TABLE "deliveries" ADD COLUMN "failover" jsonb;