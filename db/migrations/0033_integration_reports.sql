CREATE TABLE "integration_reports" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal" text
);
